#!/usr/bin/env python3
"""Holds manifests against the definitions of their kinds: Kubernetes' own by the package kubernetes-validate, JobSet by
the custom resource definition that its Go module has. A field that a definition does not know is an error, too.

usage: schemas.py [JOBSET-DEFINITION] <MANIFESTS

Prints a line for each error, and one that says what was checked and what was not. Exit: 0 no error, 1 errors.
"""

import collections
import sys

import jsonschema
import kubernetes_validate
import yaml

JOBSET = "JobSet"
# Beyond a pod's templates no part of a definition is deeper.
MAX_DEPTH = 100


def closed(schema, depth=0):
    """The same schema where objects with listed fields have no others, and numbers may be written as text."""
    if depth > MAX_DEPTH or not isinstance(schema, dict):
        return schema
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    result = {}
    for key, value in schema.items():
        if key == "properties":
            result[key] = {name: closed(each, depth + 1) for name, each in value.items()}
        elif key in ("items", "additionalProperties"):
            result[key] = closed(value, depth + 1)
        else:
            result[key] = value
    # an object without listed fields, such as metadata, takes any
    if "properties" in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
        result.setdefault("additionalProperties", False)
    return result


def jobset_schema(file):
    """The schemas of the definition's versions, by their names."""
    with open(file, encoding="utf-8") as text:
        definition = yaml.safe_load(text)
    group = definition["spec"]["group"]
    return {
        f"{group}/{version['name']}": closed(version["schema"]["openAPIV3Schema"])
        for version in definition["spec"]["versions"]
    }


def kubernetes_errors(document, version):
    try:
        kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        where = "/".join(str(part) for part in error.path)
        yield f"{where}: {error.message}"
    except kubernetes_validate.SchemaNotFoundError as error:
        yield str(error)


def jobset_errors(document, schemas):
    schema = schemas.get(document.get("apiVersion"))
    if schema is None:
        yield f"apiVersion {document.get('apiVersion')}: expected one of {', '.join(schemas)}"
        return
    for error in jsonschema.Draft7Validator(schema).iter_errors(document):
        where = "/".join(str(part) for part in error.absolute_path)
        yield f"{where}: {error.message}"


def main():
    schemas = jobset_schema(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1] else None
    version = kubernetes_validate.latest_version()
    checked = collections.Counter()
    unchecked = collections.Counter()
    wrong = 0
    for document in yaml.safe_load_all(sys.stdin):
        if document is None:
            continue
        kind = document.get("kind", "a document without a kind")
        if kind == JOBSET and schemas is None:
            unchecked[kind] += 1
            continue
        errors = jobset_errors(document, schemas) if kind == JOBSET else kubernetes_errors(document, version)
        for error in errors:
            print(f"{kind} {document.get('metadata', {}).get('name')}: {error[:300]}")
            wrong += 1
        checked[kind] += 1
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(checked.items()))
    print(f"checked against Kubernetes {version}: {kinds or 'nothing'}; {wrong} errors")
    if unchecked:
        print(f"not checked: {unchecked[JOBSET]} {JOBSET}, since its definition is in a Go module, and go is not here or could not fetch it")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
