#!/usr/bin/env bash
# What a release consists of, made from the checkout of its tag: the archive of all programs, and RPCX as a folder that
# Maven takes as a repository, each with its SHA-256.
set -euo pipefail

home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"

usage() {
  cat <<'HELP'
Usage: .github/release.sh TAG DIR

Builds the release of a tag, such as v0.1.0, into a folder that is made. All poms must have its version.

Exit: 0 done, 1 the build failed, 2 misuse.
HELP
}

main() {
  local rest version out maven
  read_options "" "" "$@"
  [[ ${#rest[@]} -eq 2 ]] || die 2 "two expected, TAG and DIR (--help says what they are)"
  version=${rest[0]#v}
  [[ ${rest[0]} == v* && $version == "$(sed -n '0,/<version>/s~.*<version>\(.*\)</version>.*~\1~p' "$home/pom.xml")" ]] ||
    die 2 "'${rest[0]}': expected v and the version in pom.xml"
  ! grep -rlF "<version>$version-SNAPSHOT" --include=pom.xml "$home" >&2 || die 2 "these poms have another version"
  mkdir -p "${rest[1]}"
  out=$(readlink -f "${rest[1]}")
  maven=rpcx-$version-maven
  cd "$home"
  mvn -B -ntp -Pdist -DskipTests package || die 1 "the build failed"
  mvn -B -ntp -f rpcx/pom.xml -Dpublish -DskipTests deploy "-DaltDeploymentRepository=local::file://$home/target/$maven" ||
    die 1 "the build of RPCX failed"
  cp "target/rpc-stress-$version".{tar.gz,zip}{,.sha256} "$out"
  tar -C target -czf "$out/$maven.tar.gz" "$maven"
  cd "$out" && sha256sum "$maven.tar.gz" >"$maven.tar.gz.sha256"
}

main "$@"
