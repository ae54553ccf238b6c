# shellcheck shell=bash
# Which technologies share a program. Sourced.
#
# server-FAMILY.jar serves the technologies of a family, one for each process, and driver-FAMILY.jar
# calls them, where client-harness.jar does not bring their driver itself. A technology that stands
# in no row here is a family of its own, and needs none.

declare -Ar FAMILY_OF=(
  ["grpc"]=grpc
  ["grpc-stream"]=grpc
  ["http-json"]=http
  ["http-form"]=http
  ["http-java"]=http
  ["socket-protobuf"]=socket
  ["socket-avro"]=socket
  ["socket-capnp"]=socket
  ["dubbo"]=dubbo
  ["dubbo-triple"]=dubbo
  ["sofa-bolt"]=bolt
  ["rabbitmq"]=broker
)

# family_of TECHNOLOGY
family_of() { printf '%s\n' "${FAMILY_OF[$1]:-$1}"; }

# technologies_of FAMILY: one a line.
technologies_of() {
  local technology found=""
  for technology in "${!FAMILY_OF[@]}"; do
    if [[ ${FAMILY_OF[$technology]} == "$1" ]]; then
      printf '%s\n' "$technology"
      found=yes
    fi
  done
  [[ -n $found ]] || printf '%s\n' "$1"
}

# choice TECHNOLOGY: the words that tell its server's program which one it is, one a line.
choice() {
  [[ -z ${FAMILY_OF[$1]:-} ]] || printf '%s\n' --technology "$1"
}
