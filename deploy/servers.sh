#!/usr/bin/env bash
# The servers on this machine, as processes of this user: starts them, says where they are, stops
# them. Ends only processes that it started itself. This is the front: lib/component-list.sh says what each is started
# with, and host/components.sh does it.
set -euo pipefail

home=$(readlink -f "${BASH_SOURCE[0]}") && home=${home%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/component-list.sh
. "$home/deploy/lib/component-list.sh"
# shellcheck source=deploy/lib/processes.sh
. "$home/deploy/lib/processes.sh"

readonly ACTIONS=(start stop restart kill freeze thaw neighbour status)

usage() {
  cat <<'HELP'
Usage: deploy/servers.sh ACTION [NAME...] [options]

  start     starts servers and waits until they accept calls (default: those of
            every jar that is found, except those that need a broker)
  stop      lets them drain, then ends them (default: all that were started)
  restart   stops and starts them, with the same options as before
  kill      ends them at once
  freeze    stops their processes for 5 s; thaw continues them before
  neighbour runs a busy loop on each of their processors for 20 s
  status    shows which of them run

NAME is a technology or its tuned server, such as grpc or grpc@tuned. --help-all
also has proxies, encrypted servers, services, and details of the options.

  --port T=N[,T=N]   port of a server, 0 = any free one (default: 9001 for rpcx,
                     9002 for grpc, ...; see client-harness list)
  --bind ADDRESS     address to listen on (default: 127.0.0.1, this host only)
  --variant NAME     of names without an @: example (default) or tuned
  --cpus LIST        processors to run on, such as 1 or 0,2-3 (default: all)
  --drain SECONDS    how long a server may take to stop (default: 10)
  --timeout SECONDS  how long to wait until they are ready (default: 60)
  --jdk N|DIR        JDK to run on, such as 25 (default: this one)
  --gc NAME          serial (default), parallel, g1, zgc or shenandoah
  --message FILE     a pack of your own message (default: the sweep's, or none)
  --jars DIR         where server-<family>.jar lie (default: see --help-all)
  --state DIR        where process ids and logs are kept (default: .run)

Example: deploy/servers.sh start grpc grpc@tuned --port grpc@tuned=0 --cpus 1
Exit: 0 done, 1 a server did not start or (status) does not run, 2 misuse.
HELP
}

all_options() {
  usage
  cat <<'HELP'

start leaves servers that run already as they are. stop succeeds if none runs. start, restart and
status print a line for each server that runs, for scripts:
  <technology>[@tuned] <address>:<port> <usage port> <pid>

Names: each is a process of its own. Those below are started only if they are named; client-harness
list shows which there are.
  grpc@tuned          the tuned server, on a port 100 above; it can run beside grpc. If both are the
                      same (rpcx, tcp), the example stands for both
  haproxy-grpc        a proxy beside a server, such as nginx-openfeign@tuned; start the server, too
  tls-grpc, mtls-grpc a server that encrypts: clients verify it (tls), and it verifies them, too
                      (mtls). Keys are in RPC_STRESS_TLS_KEYS, or made in --state if there are none
  order-grpc, product-grpc, customer-grpc, shipping-grpc
                      the services of place-order; roles-grpc stands for all four. The order service
                      has grpc's port, so only one of the two runs at a time. grpc has all roles
  amqp, nats          consume from a broker: rabbitmq or nats-server is started with it, and stopped
                      with the last server that needs it

Options
  --port              names without an @ mean --variant; with roles-grpc, grpc=N is the port of the
                      order service, and the others follow above it
  --drain             is given to start, and kept until the server stops
  --jdk, --gc         are given to start or restart, as is --count-calls, for sweeps with --fault
  --message           several packs for a --mix: FILE,FILE
  --jars              default: the build's folders, or the folder above this script
  --state             default: .run in the project, or in XDG_STATE_HOME if this user cannot write
                      to the project

Examples:
  deploy/servers.sh start
  deploy/servers.sh start --variant tuned
  deploy/servers.sh start openfeign haproxy-openfeign
  deploy/servers.sh stop
HELP
}

# misuse TEXT...: the command line is wrong.
misuse() { die 2 "$*; see --help"; }

action=""
words=() # as they were given
names=() # of components
state="" timeout=60 port="" jdk="" gc="" count_calls=""

# number OPTION VALUE MAX: the value has to be a whole number up to MAX.
number() {
  if ! [[ $2 =~ ^[0-9]{1,9}$ ]] || ((10#$2 > $3)); then
    misuse "$1 $2: expected a whole number from 0 to $3"
  fi
}

# read_command_line WORD...: into the variables above, and those of lib/component-list.sh.
read_command_line() {
  local rest
  local -a packs
  message=${RPC_STRESS_MESSAGE:-}
  read_options "port bind variant cpus jars state timeout drain message jdk gc" "count-calls" "$@"
  read_packs "$message"
  message=$(printf '%s\n' "${packs[@]}")
  action=${rest[0]:-} words=("${rest[@]:1}")
  [[ -n $action ]] || misuse "expected one of: ${ACTIONS[*]}"
  one_of "$action" "${ACTIONS[@]}" || misuse "unknown action $action: did you mean $(nearest "$action" "${ACTIONS[@]}")?"
  check_variant --variant "$variant" "$variant"
  number --timeout "$timeout" 86400
  number --drain "$drain" 3600
  timeout=$((10#$timeout)) drain=$((10#$drain))
  [[ $drain -gt 0 ]] || misuse "--drain $drain: expected 1 or more seconds"
}

# running_port NAME: of one that runs here; a consumer's own address is its broker's.
running_port() {
  local pid started drained address usage_port
  is_running "$1" && recall "$1" || return 1
  REPLY=${address##*:}
  ! broker_of "$1" >/dev/null || REPLY=$((usage_port - $(possible_of "$1" 2)))
}

# components VERB: for the names chosen; says what runs then.
components() {
  local -a jvm=()
  [[ $1 == status || -z $jdk ]] || jvm+=(--jdk "$jdk")
  [[ $1 == status || -z $gc ]] || jvm+=(--gc "$gc")
  [[ $1 == status || -z $count_calls ]] || jvm+=(--count-calls)
  "$home/deploy/host/components.sh" "$1" "${names[@]}" "${jvm[@]}" --list "$state/components.txt" --state "$state" --timeout "$timeout" |
    awk '$2 == "running" { print $1, $4, $5, $3; next } $2 == "dead" { print $1 " does not run" >"/dev/stderr"; next } 1'
}

start_all() {
  local lines missing name
  # whole before anything is started: what cannot be is said once
  lines=$(describe_all) || exit $?
  make_keys
  if missing=$(missing_program "${names[@]}"); then die 2 "$missing"; fi
  for name in "${names[@]}"; do
    ! is_running "$name" || say "$name runs already"
  done
  {
    keep_running
    printf '%s\n' "$lines"
  } | awk -F '\t' '!seen[$1]++' >"$state/components.new"
  mv -f "$state/components.new" "$state/components.txt"
  components start
  components status
}

# make_keys: for the servers that encrypt, where there are none.
make_keys() {
  local name hosts=()
  [[ $bind == 0.0.0.0 || $bind == :: ]] || hosts=(--host "$bind")
  for name in "${names[@]}"; do
    is_encrypted "$name" || continue
    "$java" "${BRIEF_JVM[@]}" -jar "$(find_jar "$home" client-harness)" tls-keys "$tls_keys" --if-needed "${hosts[@]}" ||
      die 1 "there are no keys for $name in $tls_keys: client-harness tls-keys makes them"
    return
  done
}

# keep_running: the lines of what runs: it keeps that with which it was started.
keep_running() {
  local name
  recorded | while read -r name; do
    ! is_running "$name" || grep -m 1 "^$name"$'\t' "$state/components.txt"
  done
}

# recorded_only: leaves the names of those that were started, since no other one runs, and says which do not run.
recorded_only() {
  local name other
  local -a all=("${names[@]}")
  names=()
  for name in "${all[@]}"; do
    other=${name%%@*}
    [[ $name == *@* ]] || other+=@tuned
    if recall "$name"; then
      names+=("$name")
      [[ $action != stop ]] || is_running "$name" || say "$name does not run"
    elif one_of "$action" stop kill && is_running "$other"; then
      say "$name does not run, $other does; to stop that: $(basename "$0") stop $other"
    else
      say "$name does not run"
    fi
  done
}

# act: with another action than start, on the names; status and what disturbs fail where one of them does not run.
act() {
  local count=${#names[@]}
  case $action in
    restart)
      components restart
      components status
      ;;
    stop | kill | thaw)
      recorded_only
      [[ ${#names[@]} -eq 0 ]] || components "$action"
      ;;
    *)
      [[ $count -gt 0 ]] || die 1 "no server was started (state in $state)"
      recorded_only
      [[ $action == status || ${#names[@]} -eq $count ]] || return 1
      [[ ${#names[@]} -eq 0 ]] || components "$action" || return 1
      [[ ${#names[@]} -eq $count ]]
      ;;
  esac
}

# read_ports TEXT: from --port, by the names of components; a consumer's is its broker's, but the place of its usage among
# the others.
read_ports() {
  local part broker
  local -a parts
  IFS=, read -r -a parts <<<"$1"
  for part in "${parts[@]}"; do
    [[ $part == ?*=* ]] || misuse "--port $part: expected technology=N, such as grpc=0"
    number "--port ${part%%=*}" "${part#*=}" 65535
    check_known --port "${part%%=*}"
    canonical --port "${part%%=*}" 2>/dev/null
    ! broker=$(broker_of "$REPLY") || REPLY=$broker
    ports[$REPLY]=${part#*=}
  done
}

# startable: the technologies whose jar is found, but those that need a broker, one a line.
startable() {
  local name
  for name in "${known[@]}"; do
    is_broker "$name" || broker_of "$name" >/dev/null || ! (jar_of "$name") >/dev/null 2>&1 || printf '%s\n' "$name"
  done
}

# find_names: the components meant, each once; what was started has a name, whatever jars there are now.
find_names() {
  local word
  known=("${BROKERS[@]}")
  if [[ $action == start ]]; then
    learn
    [[ ${#words[@]} -gt 0 ]] || mapfile -t words < <(startable)
    [[ ${#words[@]} -gt 0 ]] || die 2 "no server-<family>.jar found: build them with mvn package, or give --jars DIR"
    read_ports "$port"
    choose_components start "${words[@]}"
  else
    with_brokers=no
    [[ ${#words[@]} -gt 0 ]] || mapfile -t words < <(recorded)
    for word in "${words[@]}"; do
      if [[ $variant == example ]] && { [[ -e $state/$word.server ]] || cut -f 1 "$state/components.txt" 2>/dev/null | grep -qxF -- "$word"; }; then
        add_component "$word"
      else
        choose_components "$action" "$word"
      fi
    done
  fi
  names=("${components[@]}")
}

java=""
read_command_line "$@"
state=${state:-$(state_folder "$home")}
mkdir -p "$state" || die 1 "cannot keep state in $state: choose another --state"
state=$(realpath "$state")
credentials=$state/$BROKER_CREDENTIALS
tls_keys=${RPC_STRESS_TLS_KEYS:-$state/$KEYS}
find_names
if [[ $action == start ]]; then start_all; else act; fi
