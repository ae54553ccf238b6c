#!/usr/bin/env bash
# The first process of each container:
#   pod.sh serve JAR OPTION...     a server, in the foreground, on the pod's address
#   pod.sh COMMAND OPTION...       a client's command: sweep.sh, or one of client-harness.jar's
# Everything is replaced by the program itself, so that it gets the signals and its exit code is the container's.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
readonly SECRET=/run/secrets/broker/broker.credentials
readonly READY=/tmp/ready # the startup probe reads it

# A Secret's file is its group's, too, and programs take credentials only from a file that is theirs alone.
[[ -z ${RPC_STRESS_BROKER_CREDENTIALS:-} || ! -e $SECRET ]] || install -m 600 "$SECRET" "$RPC_STRESS_BROKER_CREDENTIALS"

# serve JAR OPTION...: with the JVM settings of every measured server. Standard output is the READY line alone.
serve() {
  local -a settings
  mapfile -t settings < <(java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$here/$1" io.rpcstress.usage.JvmSettings)
  [[ ${#settings[@]} -gt 0 ]] || exit 1
  rm -f "$READY"
  # the JVM takes the last one of two
  [[ -z ${RPC_STRESS_HEAP:-} ]] || settings+=("-Xmx$RPC_STRESS_HEAP" "-Xms$RPC_STRESS_HEAP")
  exec java "${settings[@]}" -jar "$here/$1" "${@:2}" --bind "$RPC_STRESS_BIND" > >(tee "$READY")
}

case ${1:-} in
  "")
    echo "pod.sh: expected serve JAR, or a command of the client" >&2
    exit 2
    ;;
  serve) serve "${@:2}" ;;
  sweep.sh) exec "$here/$1" "${@:2}" ;;
  *) exec java -jar "$here/client-harness.jar" "$@" ;;
esac
