#!/usr/bin/env bash
# The servers on this machine, as processes of this user: starts them, says where they are, stops
# them. Ends only processes that it started itself. This is the front: which servers there are jars for and
# what is asked of them; host/components.sh does it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(dirname "$here")
# shellcheck source=deploy/lib/tools.sh
. "$here/lib/tools.sh"
# shellcheck source=deploy/lib/technologies.sh
. "$here/lib/technologies.sh"
# shellcheck source=deploy/lib/components.sh
. "$here/lib/components.sh"
# shellcheck source=deploy/lib/paths.sh
. "$here/lib/paths.sh"
# shellcheck source=deploy/lib/roles.sh
. "$here/lib/roles.sh"
# shellcheck source=deploy/lib/brokers.sh
. "$here/lib/brokers.sh"
# shellcheck source=deploy/lib/processes.sh
. "$here/lib/processes.sh"

readonly ACTIONS=(start stop restart kill status)
readonly OPTIONS=(--port --bind --variant --cpus --jars --state --timeout --drain --help)

usage() {
  cat <<'HELP'
Usage: deploy/servers.sh start|stop|restart|kill|status [technology[@variant]...] [options]

  start     starts the servers (default: those of every jar that is found, but those that need a
            broker, such as amqp) and waits until they
            accept calls; those that run already are left as they are
  stop      lets them drain and ends them (default: all that were started); none running is fine
  restart   both, with the options that they were started with (default: all that were started)
  kill      ends them at once (default: all that were started)
  status    says which run (default: all that were started)

A server that consumes from a broker brings it: with amqp, rabbitmq is started, too, and stopped with the
last server that needs it. Both are started only where one is named.

A proxy stands beside a server and is called after both: haproxy-grpc, nginx-openfeign@tuned. It is
started only where it is named; client-harness list says which there are.

The services of place-order are processes, too, where they are named: order-grpc, product-grpc, customer-grpc,
shipping-grpc; roles-grpc stands for all of them. The order service listens where its server would, so
that one of the two runs at a time. A server without a role has all of them.

A tuned server is a process of its own beside the example one: grpc and grpc@tuned run at the same
time. Where both are the same (rpcx, tcp), the example is the only one and stands for both.

start, restart and status print a line for each server that runs, for scripts:
  <technology>[@tuned] <address>:<port> <usage port> <pid>

  --port T=N[,T=N]  port of a server, 0 = any free one       (default: 9001 rpcx, 9002 grpc, ...;
                                                              of a tuned one 100 more: 9102);
                    of roles-grpc grpc=N is the order service's, the others follow above it
  --bind ADDRESS    address to listen on                     (default: 127.0.0.1, this host only)
  --variant NAME    example or tuned: that of every name without an @, --port's too
                                                             (default: example)
  --cpus LIST       processors to run on, such as 1 or 0,2-3 (default: all)
  --drain SECONDS   how long a server may take to stop       (default: 10; given to start)
  --timeout SECONDS how long to wait until they are ready    (default: 60)
  --jars DIR        where server-<family>.jar lie            (default: the build's folders, or beside
                                                              or above this script)
  --state DIR       where process ids and logs are kept      (default: .run in the project)

Examples:
  deploy/servers.sh start
  deploy/servers.sh start grpc grpc@tuned --port grpc@tuned=0 --cpus 1
  deploy/servers.sh start --variant tuned
  deploy/servers.sh start openfeign haproxy-openfeign
  deploy/servers.sh stop

Exit: 0 done, 1 a server did not start or (status) does not run, 2 misuse.
HELP
}

# misuse TEXT...: the command line is wrong.
misuse() { die 2 "$*; see --help"; }

action=""
names=() # of servers: technology, or technology@tuned
declare -A ports=()
variant=example
bind=127.0.0.1 cpus="" jars="" state=$home/.run timeout=60 drain=$DRAIN_SECONDS

# number OPTION VALUE MAX: the value has to be a whole number up to MAX.
number() {
  if ! [[ $2 =~ ^[0-9]{1,9}$ ]] || ((10#$2 > $3)); then
    misuse "$1 $2: expected a whole number from 0 to $3"
  fi
}

read_ports() {
  local part
  local -a parts
  IFS=, read -r -a parts <<<"$1"
  for part in "${parts[@]}"; do
    [[ $part == ?*=* ]] || misuse "--port $part: expected technology=N, such as grpc=0"
    number "--port ${part%%=*}" "${part#*=}" 65535
    ports[${part%%=*}]=${part#*=}
  done
}

read_command_line() {
  local option
  while (($# > 0)); do
    option=$1
    shift
    case $option in
      -h | --help)
        usage
        exit 0
        ;;
      --port | --bind | --variant | --cpus | --jars | --state | --timeout | --drain)
        [[ $# -gt 0 && -n $1 ]] || misuse "$option needs a value"
        read_option "$option" "$1"
        shift
        ;;
      -*) misuse "unknown option $option: did you mean $(nearest "$option" "${OPTIONS[@]}")?" ;;
      *)
        if [[ -z $action ]]; then
          action=$option
        else
          names+=("$option")
        fi
        ;;
    esac
  done
  [[ -n $action ]] || misuse "expected one of: ${ACTIONS[*]}"
  [[ " ${ACTIONS[*]} " == *" $action "* ]] ||
    misuse "unknown action $action: did you mean $(nearest "$action" "${ACTIONS[@]}")?"
}

read_option() {
  case $1 in
    --port) read_ports "$2" ;;
    --bind) bind=$2 ;;
    --variant)
      check_variant "$1" "$2" "$2"
      variant=$2
      ;;
    --cpus) cpus=$2 ;;
    --jars) jars=$2 ;;
    --state) state=$2 ;;
    --timeout)
      number "$1" "$2" 86400
      timeout=$((10#$2))
      ;;
    --drain)
      number "$1" "$2" 3600
      ((10#$2 > 0)) || misuse "--drain $2: expected 1 or more seconds"
      drain=$((10#$2))
      ;;
  esac
}

# find_jars: a line "technology jar" for each technology of each server's jar, from the first place that
# has any.
find_jars() {
  local place
  local -a places=("$home/*/target $home/companions/*/target $home/technologies/*/server/target" "$here" "$home")
  [[ -z $jars ]] || places=("$jars")
  for place in "${places[@]}"; do
    ! jars_in "$place" || return 0
  done
}

# jars_in GLOBS: the same of the folders that the globs name, with blanks between them; fails where there is none.
jars_in() {
  local folder jar name technology status=1
  local -a globs
  read -ra globs <<<"$1"
  while IFS= read -r jar; do
    name=${jar##*/server-}
    name=${name%.jar}
    # Beside the fat jar the build leaves the plain one, tests and sources.
    [[ -f $jar && $name != *-plain* && $name != *-tests ]] || continue
    while IFS= read -r technology; do
      printf '%s %s\n' "$technology" "$jar"
    done < <(technologies_of "$name" | sort)
    status=0
  done < <(for folder in "${globs[@]}"; do compgen -G "$folder/server-*.jar"; done | sort)
  return "$status"
}

# jar_of TECHNOLOGY: its jar, from the list that was found.
jar_of() { awk -v name="$1" '$1 == name { sub(/^[^ ]* /, ""); print; exit }' <<<"$jar_list"; }

# server_of WORD: the name of the server that a technology, or technology@variant, means; or of the proxy.
server_of() {
  local technology=${1%%@*} wanted jar tuned="" inner
  if is_proxy "$1"; then
    inner=$(server_of "$(server_behind "$1")") || exit $?
    printf '%s-%s\n' "${1%%-*}" "$inner"
    return 0
  fi
  if is_role "$1"; then
    inner=$(server_of "$(server_of_role "$1")") || exit $?
    printf '%s-%s\n' "$(role_of "$1")" "$inner"
    return 0
  fi
  wanted=$(variant_of "$1" "$variant")
  check_variant server "$1" "$wanted"
  jar=$(jar_of "$technology")
  if [[ $wanted == tuned && -n $jar ]]; then
    java=$(need_java)
    read -r _ tuned < <(server_ports "$java" "$jar" "$technology") || die 1 "$jar does not report its ports: build it again"
  elif [[ $wanted == tuned ]]; then
    tuned=yes # no jar: it was started from one that is gone, or check_known has refused it
  fi
  printf '%s%s\n' "$technology" "${tuned:+@tuned}"
}

# section_of SERVER: what the list of components has to say of it.
section_of() {
  local jar
  if is_proxy "$1"; then
    section_of_proxy "$1"
    return 0
  fi
  if is_role "$1"; then
    section_of_role "$1"
    return 0
  fi
  if is_broker "$1"; then
    need_broker_port "$1"
    print_broker "$1" "$(realpath -s "$(jar_of "$1")")" "$bind" "$REPLY" "$state/$BROKER_CREDENTIALS" \
      "cpus=$cpus" "drain=$drain"
    return 0
  fi
  if needs_broker "$1"; then
    need_broker_port "$(broker_of "$1")"
    print_consumer "$1" "$(realpath -s "$(jar_of "$1")")" "$bind" "$REPLY" "$state/$BROKER_CREDENTIALS" \
      "cpus=$cpus" "drain=$drain"
    return 0
  fi
  local -a which
  jar=$(jar_of "${1%%@*}")
  mapfile -t which < <(choice "${1%%@*}")
  print_component "$1" kind=service "jar=$(realpath -s "$jar")" "arguments=${which[*]-}" "address=$bind" \
    "port=${ports[$1]:-}" "cpus=$cpus" "drain=$drain"
}

# need_broker_port BROKER: where it listens, or will: as --port says of it or of a server that needs it. Sets REPLY.
need_broker_port() {
  local server where
  REPLY=${ports[$1]:-}
  for server in "${!BROKER_OF[@]}"; do
    [[ -n $REPLY || ${BROKER_OF[$server]} != "$1" ]] || REPLY=${ports[$server]:-${ports["order-$server"]:-}}
  done
  if is_running "$1" && recall "$1"; then
    where=$address
    REPLY=${where##*:}
  elif [[ -z $REPLY ]]; then
    java=${java:-$(need_java)}
    read -r REPLY _ < <(server_ports "$java" "$(jar_of "$1")" "$1") || die 1 "$(jar_of "$1") does not report its port: build it again"
  fi
  [[ $REPLY != 0 ]] || die 2 "--port $1=0: a broker's port has to be known to those who need it; expected 1 to 65535"
}

# section_of_proxy NAME: the same; the calls go to where its server is, or will be, listening.
section_of_proxy() {
  local name=$1 server line jar behind port where
  server=$(server_behind "$name")
  proxy_list=${proxy_list:-$(list_proxies)}
  line=$(awk -v name="$name" '$1 == name' <<<"$proxy_list")
  [[ -n $line ]] || die 2 "$name: $server cannot be called that way; client-harness list says which paths it can take"
  jar=$(jar_of proxy)
  [[ -n $jar ]] || die 2 "no server-proxy.jar found: build it with mvn package, or give --jars DIR"
  read -r _ _ _ _ behind port <<<"$line"
  if [[ -n ${ports[$server]:-} ]]; then
    behind=${ports[$server]}
  elif is_running "$server" && recall "$server"; then
    where=$address
    behind=${where##*:}
  fi
  [[ $behind != 0 ]] || die 2 "$name: $server gets any free port: start it first, and then its proxy"
  print_proxy "$line" "$(realpath -s "$jar")" "$bind" "$behind" "${ports[$name]:-$port}" "cpus=$cpus" "drain=$drain"
}

# section_of_role NAME: the same; its calls go to where the services that it calls are, or will be, listening.
section_of_role() {
  local name=$1 role server technology jar offsets ports_of_roles="" base tuned words port
  local -a which more=()
  server=$(server_of_role "$name")
  technology=${server%%@*}
  jar=$(jar_of "$technology")
  offsets=$(role_offsets "$java" "$jar" "$technology") ||
    die 2 "$name: $technology has no operation that spans several services; client-harness list says which have place-order"
  read -r base tuned < <(server_ports "$java" "$jar" "$technology") || die 1 "$jar does not report its ports: build it again"
  [[ $server != *@tuned ]] || base=$tuned
  if [[ -n ${ports[$server]:-} ]]; then # in whose place the order service is
    [[ ${ports[$server]} != 0 ]] || die 2 "--port $server=0: services that call each other need ports that are known"
    base=${ports[$server]}
  fi
  mapfile -t which < <(choice "$technology")
  words=${which[*]-}
  if needs_broker "$name"; then
    need_broker_port "$(broker_of "$name")"
    base=$REPLY
    words+="${words:+ }$(broker_words "$bind" "$REPLY" "$state/$BROKER_CREDENTIALS")"
  fi
  for role in "${ROLES[@]}"; do
    ports_of_roles+="$role=$(port_of_role "$role-$server" "$(role_port "$role" "$base" "$offsets")") "
  done
  role=$(role_of "$name")
  port=$(grep -o "$role=[0-9]*" <<<"$ports_of_roles")
  port=${port#*=}
  if needs_broker "$name"; then # it listens nowhere: its port only says where its usage is
    more=("usage-port=$((port + USAGE_PORT_OFFSET))" usage=endpoint "needs=$(broker_of "$name")")
    port=""
  fi
  print_role "$name" "$(realpath -s "$jar")" "$words" "$bind" "$port" "$ports_of_roles" \
    "cpus=$cpus" "drain=$drain" ${more[@]+"${more[@]}"}
}

# port_of_role NAME OTHERWISE: as it was said, as it runs, or else.
port_of_role() {
  local pid started drained address usage_port
  if [[ -n ${ports[$1]:-} ]]; then
    [[ ${ports[$1]} != 0 ]] || die 2 "--port $1=0: a service that another calls needs a port that is known"
    printf '%s\n' "${ports[$1]}"
  elif is_running "$1" && recall "$1" && [[ $address == *:* ]]; then
    if needs_broker "$1"; then # the address is the broker's
      printf '%s\n' "$((usage_port - USAGE_PORT_OFFSET))"
    else
      printf '%s\n' "${address##*:}"
    fi
  else
    printf '%s\n' "$2"
  fi
}

# components VERB [OPTION...]: for the names chosen; says what runs then.
components() {
  local verb=$1 name run pid address usage_port
  shift
  "$here/host/components.sh" "$verb" "${names[@]}" --list "$state/components.conf" --state "$state" \
    --manager direct --timeout "$timeout" "$@" |
    while read -r name run pid address usage_port; do
      if [[ $run == running ]]; then
        printf '%s %s %s %s\n' "$name" "$address" "$usage_port" "$pid"
      else
        say "$name does not run"
      fi
    done
}

start_all() {
  local sections missing
  java=$(need_java)
  # whole before anything is started: what cannot be is said once
  sections=$(
    printf 'folder=/\n\n'
    for name in "${names[@]}"; do section_of "$name"; done
  ) || exit $?
  if missing=$(missing_program "${names[@]}"); then die 2 "$missing"; fi
  components start --add <<<"$sections"
  components status
}

restart_all() {
  components restart
  components status
}

# hint_at_other SERVER: where it does not run and its other variant does, which may be what was meant.
hint_at_other() {
  local other=${1%%@*}
  [[ $1 == *@* ]] || other+=@tuned
  if ! is_running "$1" && is_running "$other"; then
    say "$1 does not run, $other does; to stop that: $(basename "$0") stop $other"
  fi
}

# recorded_only: leaves the names of those that were started: to stop another is nothing to do.
recorded_only() {
  local name
  local -a all=(${names[@]+"${names[@]}"})
  names=()
  for name in ${all[@]+"${all[@]}"}; do
    hint_at_other "$name"
    ! recall "$name" || names+=("$name")
  done
  [[ ${#names[@]} -gt 0 ]]
}

stop_all() { ! recorded_only || components stop; }
kill_all() { ! recorded_only || components kill; }

status_all() {
  local name failed=""
  local -a all=(${names[@]+"${names[@]}"})
  if ((${#all[@]} == 0)); then
    say "no server was started (state in $state)"
    return 1
  fi
  names=()
  for name in "${all[@]}"; do
    if recall "$name"; then
      names+=("$name")
    else
      say "$name does not run"
      failed=yes
    fi
  done
  [[ ${#names[@]} -eq 0 ]] || components status || failed=yes
  [[ -z $failed ]]
}

# plain_server NAME: the server that a proxy stands beside, or whose role a service has; else the name itself.
plain_server() { server_of_role "$(server_behind "$1")"; }

# check_known: every name is of a technology with a jar, or of a server that was started.
check_known() {
  local name
  local -a known=()
  mapfile -t known < <({
    cut -d ' ' -f 1 <<<"$jar_list" | grep -vx proxy
    [[ $action == start ]] || recorded | while read -r name; do plain_server "${name%%@*}"; done
  } | grep . | sort -u)
  for name in ${names[@]+"${names[@]}"} ${ports[@]+"${!ports[@]}"}; do
    name=$(plain_server "${name%%@*}")
    [[ " ${known[*]-} " == *" $name "* ]] ||
      misuse "no technology $name here; there are: ${known[*]-none}"
  done
  [[ $action != start || ${#names[@]} -gt 0 ]] ||
    for name in "${known[@]}"; do
      needs_broker "$name" || is_broker "$name" || names+=("$name")
    done
}

# resolve_ports: from the words of --port to servers.
resolve_ports() {
  local word name
  local -A given=()
  for word in ${ports[@]+"${!ports[@]}"}; do
    name=$(server_of "$word")
    given[$name]=${ports[$word]}
  done
  ports=()
  for name in ${given[@]+"${!given[@]}"}; do ports[$name]=${given[$name]}; done
}

# choose: the servers meant, each once.
choose() {
  local word name
  local -a words
  jar_list=$(find_jars)
  [[ $action != start || -n $jar_list ]] ||
    die 2 "no server-<family>.jar found: build them with mvn package, or give --jars DIR"
  check_known
  words=()
  for word in ${names[@]+"${names[@]}"}; do
    if [[ $word == "$ALL_ROLES"-* ]]; then
      words+=("${ROLES[@]/%/"-${word#*-}"}")
    else
      words+=("$word")
    fi
  done
  if ((${#words[@]} == 0)); then
    mapfile -t names < <(recorded)
    return 0
  fi
  resolve_ports
  names=()
  for word in "${words[@]}"; do
    name=$(server_of "$word")
    is_role "$name" || [[ $name == *@* || $(variant_of "$word" "$variant") == example ]] ||
      say "$name: tuned is the same as example; one server is both"
    add_name "$name"
  done
}

# add_name SERVER: once; where it is to be started, behind the broker that it needs.
add_name() {
  local broker
  [[ $action != start ]] || broker=$(broker_of "$1")
  if [[ -n ${broker:-} && " ${names[*]-} " != *" $broker "* ]]; then
    [[ -n $(jar_of "$broker") ]] || die 2 "no server-broker.jar found, which $1 needs: build it with mvn package, or give --jars DIR"
    names+=("$broker")
  fi
  [[ " ${names[*]-} " == *" $1 "* ]] || names+=("$1")
}

read_command_line "$@"
choose
mkdir -p "$state" || die 1 "cannot keep state in $state: choose another --state"
state=$(cd "$state" && pwd)
"${action}_all"
