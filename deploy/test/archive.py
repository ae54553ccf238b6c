"""archive.py UNPACKED REPOSITORY: whether each jar's SBOM and list of licences have all that is in the jar.

What a jar has is found by its classes: each is this project's, or comes from a library that the SBOM names, as Maven's local
repository has it. An SBOM may name more: what the jar leaves out of its dependencies.
"""
import json
import pathlib
import re
import sys
import zipfile

# Under these conditions a library is named with its authors.
TO_BE_NAMED = {"MIT", "BSD-2-Clause", "BSD-3-Clause"}


def classes(jar):
    with zipfile.ZipFile(jar) as files:
        names = (re.sub(r"^META-INF/versions/\d+/", "", name) for name in files.namelist())
        return {name for name in names if name.endswith(".class") and not name.startswith(("module-info", "io/rpcstress/"))}


def file_of(component, repository):
    folder = repository.joinpath(*component["group"].split("."), component["name"], component["version"])
    kind = re.search(r"[?&]classifier=([^&]+)", component["purl"])
    return folder / "{name}-{version}{kind}.jar".format(**component, kind="-" + kind[1] if kind else "")


def missing(jar, unpacked, repository, notice, libraries):
    bom = json.loads((unpacked / "sbom" / (jar.stem + ".cdx.json")).read_text())
    listed = (unpacked / "licenses" / (jar.stem + ".txt")).read_text()
    inside = classes(jar)
    unknown = set(inside)
    for each in bom["components"]:
        file = file_of(each, repository)
        brought = classes(file) & inside if file.exists() else set()
        if brought:
            unknown -= brought
            gav = "{group}:{name}:{version}".format(**each)
            libraries.add(gav)
            if f"({gav} - " not in listed:
                yield f"{jar.stem}: {gav} has no line in its list of licences"
            licences = set(re.findall(r"\(([\w.-]+)\)", " ".join(re.findall(rf".*{re.escape(gav)} - .*", listed)))) - {gav}
            if licences and licences <= TO_BE_NAMED and not re.search(rf"\b{re.escape(each['name'])}\b", notice):
                yield f"{jar.stem}: {gav} is not named in NOTICE.md"
    for package in sorted({each.rpartition("/")[0] for each in unknown}):
        yield f"{jar.stem}: {package} comes from no library of its SBOM"


def main():
    unpacked, repository = map(pathlib.Path, sys.argv[1:])
    notice = (unpacked / "licenses" / "NOTICE.md").read_text()
    libraries = set()
    jars = sorted(unpacked.glob("*.jar"))
    wrong = [line for jar in jars for line in missing(jar, unpacked, repository, notice, libraries)]
    print("\n".join(wrong) or f"{len(jars)} jars, {len(libraries)} libraries")
    sys.exit(bool(wrong))


main()
