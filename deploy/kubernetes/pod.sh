#!/usr/bin/env bash
# The first process of each container:
#   pod.sh serve JAR OPTION...     a server, in the foreground, on the pod's address
#   pod.sh COMMAND OPTION...       a client's command: sweep.sh, or one of client-harness.jar's
# Everything is replaced by the program itself, so that it gets the signals and its exit code is the container's.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly SECRET=/run/secrets/broker/broker.credentials
readonly READY=/tmp/ready # the startup probe reads it

# A Secret's file is its group's, too, and programs take credentials only from a file that is theirs alone.
take_credentials() {
  [[ -n ${RPC_STRESS_BROKER_CREDENTIALS:-} && -e $SECRET ]] || return 0
  install -m 600 "$SECRET" "$RPC_STRESS_BROKER_CREDENTIALS"
}

# The settings are those of every measured server: images.sh had them from the jars. Standard output is the READY line alone.
serve() {
  local jar=$here/$1
  local -a settings=("@$here/jvm.options")
  shift
  rm -f "$READY"
  # the JVM takes the last one of two
  [[ -z ${RPC_STRESS_HEAP:-} ]] || settings+=("-Xmx$RPC_STRESS_HEAP" "-Xms$RPC_STRESS_HEAP")
  exec java "${settings[@]}" -jar "$jar" "$@" --bind "$RPC_STRESS_BIND" > >(tee "$READY")
}

[[ $# -gt 0 ]] || {
  echo "pod.sh: expected serve JAR, or a command of the client" >&2
  exit 2
}
take_credentials
case $1 in
  serve)
    shift
    serve "$@"
    ;;
  sweep.sh) exec "$here/$1" "${@:2}" ;;
  *) exec java -jar "$here/client-harness.jar" "$@" ;;
esac
