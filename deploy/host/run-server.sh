#!/usr/bin/env bash
# Runs one server of host B in the foreground: run-server.sh SERVER, which is TECHNOLOGY or TECHNOLOGY@VARIANT
#
# The one place that knows how a deployed server is started; systemd's unit and supervise.sh both
# call it. What differs between hosts stands in host.conf, the JVM's settings in the jar itself.
set -euo pipefail

readonly HOME_FOLDER=${BASH_SOURCE[0]%/deploy/host/*}
# shellcheck source=deploy/host/conf.sh
. "$HOME_FOLDER/deploy/host/conf.sh"
# shellcheck source=deploy/lib/families.sh
. "$HOME_FOLDER/deploy/lib/families.sh"

main() {
  local technology=${1%%@*} variant=example jar java archive
  local -a settings which
  [[ $1 != *@* ]] || variant=${1#*@}
  jar=$HOME_FOLDER/server-$(family_of "$technology").jar
  java=$(conf java)
  mapfile -t settings < <("$java" -Xshare:auto -cp "$jar" io.rpcstress.usage.JvmSettings)
  # An empty list would measure with a JVM's own choice, and nobody would see it.
  if [[ ${#settings[@]} -eq 0 ]]; then
    printf '%s\n' "run-server.sh: $jar does not report its JVM settings; deploy it again" >&2
    return 1
  fi
  archive=${jar%.jar}.jsa
  mapfile -t which < <(choice "$technology")
  [[ $(conf cds) != yes || ! -r $archive ]] || settings+=("-XX:SharedArchiveFile=$archive")
  ulimit -Sn "$(ulimit -Hn)"
  cd "$HOME_FOLDER"
  exec "$java" "${settings[@]}" -jar "$jar" ${which[@]+"${which[@]}"} --bind "$(conf address)" --variant "$variant"
}

main "$@"
