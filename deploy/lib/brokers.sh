# shellcheck shell=bash disable=SC2034
# (the script that sources this uses the constants)
# Brokers behind servers that consume from them. Sourced, after families.sh, components.sh and roles.sh.
#
# A server with a broker listens nowhere: its technology's port is where the broker is called. Both are components; one
# broker is there for all that need it. Who may use it is in a file that the broker makes and its owner alone may read.

# Which broker a technology needs.
declare -Ar BROKER_OF=(
  ["amqp"]=rabbitmq
)
# Beside the broker itself runs a JVM that starts it, and tells its usage.
readonly BROKER_HEAP=32m
# From the broker's port; in between are the counters of the server that consumes from it.
readonly BROKER_USAGE_PORT_OFFSET=2000
readonly BROKER_CREDENTIALS=broker.credentials

# broker_of SERVER: the broker that it, or the service that it is, needs; nothing where it needs none.
broker_of() {
  local server
  server=$(server_of_role "${1%%@*}")
  printf '%s\n' "${BROKER_OF[$server]:-}"
}

# needs_broker SERVER
needs_broker() { [[ -n $(broker_of "$1") ]]; }

# listens_nowhere SERVER: a service that clients do not call either; only what it used can be asked for.
listens_nowhere() { is_role "$1" && needs_broker "$1" && [[ $(role_of "$1") != order ]]; }

# is_broker NAME
is_broker() {
  local broker
  for broker in "${BROKER_OF[@]}"; do
    [[ $1 != "$broker" ]] || return 0
  done
  return 1
}

# print_broker NAME JAR ADDRESS PORT CREDENTIALS [KEY=VALUE...]: its section in the list of components.
print_broker() {
  print_component "$1" kind=broker role=broker "jar=$2" "arguments=--credentials $5" "address=$3" "port=$4" \
    "usage-port=$(($4 + BROKER_USAGE_PORT_OFFSET))" usage=endpoint "heap=$BROKER_HEAP" "${@:6}"
}

# broker_words ADDRESS PORT CREDENTIALS: by which a server that consumes from a broker is told of it.
broker_words() { printf -- '--broker %s:%s --credentials %s\n' "$1" "$2" "$3"; }

# print_consumer NAME JAR ADDRESS BROKER-PORT CREDENTIALS [KEY=VALUE...]: that of a server that consumes from it.
print_consumer() {
  print_component "$1" kind=service "needs=$(broker_of "$1")" "jar=$2" "arguments=$(broker_words "$3" "$4" "$5")" \
    "address=$3" "usage-port=$(($4 + USAGE_PORT_OFFSET))" usage=endpoint "${@:6}"
}
