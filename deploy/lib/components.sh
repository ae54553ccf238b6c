# shellcheck shell=bash disable=SC2154
# (home: set by the script that sources this)
# What can be started, and with what: servers, services of place-order (order-grpc), proxies beside a server
# (haproxy-grpc), and brokers. grpc@tuned is a server of its own beside grpc. Sourced, after tools.sh.
#
# Ports are what the jars say of themselves. A component is a line of fields with tabs between them, - where there is
# none; its arguments have tabs between them, too:
#
#   NAME ADDRESS PORT USAGE-PORT NEEDS DRAIN CPUS HEAP JAR ARGUMENTS

# Which technologies share a program; one that is not here has server-TECHNOLOGY.jar of its own.
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
readonly PATHS=(haproxy nginx envoy)
# The services of place-order, as they are started: who is called comes before who calls.
readonly ROLES=(shipping customer product order)
# How far above the order service each listens.
declare -Ar ROLE_OFFSET=([order]=0 [product]=200 [customer]=400 [shipping]=600)
declare -Ar CALLED_BY=([order]="product customer" [customer]=shipping)
# Which broker a technology's servers consume from: they listen nowhere themselves.
declare -Ar BROKER_OF=([amqp]=rabbitmq)
# shellcheck disable=SC2034 # the scripts put it into a folder of theirs
readonly BROKER_CREDENTIALS=broker.credentials
# The same for every service of every technology, so that four of them and a broker fit 2 GB.
readonly ROLE_HEAP=128m
# Of the JVM beside a proxy or a broker, which starts it and reports its usage.
readonly COMPANION_HEAP=32m
readonly USAGE_OFFSET=1000 BROKER_USAGE_OFFSET=2000

bind=127.0.0.1 # where components listen
drain=10 cpus=- credentials="" jars="" variant=example
with_brokers=yes      # whether they are chosen with what needs them
components=()         # names, each once, in the order in which they are started
declare -A ports=()   # by name: another port than the jar's own
declare -A learned=() # by technology: "PORT TUNED-PORT ROLES(yes|no)"
proxy_list=""         # "NAME PATH SERVER CARRIAGE SERVER-PORT PORT" of each that there can be

# ---- names --------------------------------------------------------------------------------------

# one_of WORD WORD...: whether the first is one of the others.
one_of() {
  local word=$1 other
  shift
  for other; do
    [[ $word != "$other" ]] || return 0
  done
  return 1
}

family_of() { printf '%s\n' "${FAMILY_OF[$1]:-$1}"; }

is_proxy() { [[ $1 == *-* ]] && one_of "${1%%-*}" "${PATHS[@]}"; }
is_role() { [[ $1 == *-* ]] && one_of "${1%%-*}" "${ROLES[@]}" roles; }
is_broker() { one_of "$1" "${BROKER_OF[@]}"; }

# server_of NAME: the server that a proxy stands beside, or whose service this is; else the name itself.
server_of() {
  if is_proxy "$1" || is_role "$1"; then printf '%s\n' "${1#*-}"; else printf '%s\n' "$1"; fi
}

# technology_of NAME: grpc, of order-grpc@tuned.
technology_of() {
  local server
  server=$(server_of "$1")
  printf '%s\n' "${server%%@*}"
}

# broker_of NAME: what it consumes from; nothing where it has a port of its own.
broker_of() { is_proxy "$1" || printf '%s\n' "${BROKER_OF[$(technology_of "$1")]:-}"; }

# variant_of WORD OTHERWISE: what stands behind its @, or the other.
variant_of() { if [[ $1 == *@* ]]; then printf '%s\n' "${1#*@}"; else printf '%s\n' "$2"; fi; }

# check_variant OPTION WORD VARIANT: a server is set up in two ways; a client may know more.
check_variant() {
  local hint=""
  [[ $2 != *@* ]] || hint="; other variants are the client's alone, and call a server of ${2%%@*}: see list"
  [[ $3 == example || $3 == tuned ]] || die 2 "$1 '$2': expected example or tuned$hint"
}

# ---- jars ---------------------------------------------------------------------------------------

# families: those that there is a server of, built or not, one a line.
families() {
  local path
  local -a places=("$home"/server-*/pom.xml "$home"/technologies/*/server/pom.xml "$home"/server-*.jar)
  [[ -z $jars ]] || places=("$jars"/server-*.jar)
  for path in "${places[@]}"; do
    [[ -e $path ]] || continue
    path=${path%/pom.xml} path=${path%/server} path=${path##*/} path=${path#server-}
    printf '%s\n' "${path%.jar}"
  done | grep -vxE 'proxy|broker|.*-plain' | sort -u
}

# technologies: their names, one a line.
technologies() {
  local family technology found
  while read -r family; do
    found=""
    for technology in "${!FAMILY_OF[@]}"; do
      [[ ${FAMILY_OF[$technology]} == "$family" ]] || continue
      printf '%s\n' "$technology"
      found=yes
    done
    [[ -n $found ]] || printf '%s\n' "$family"
  done < <(families) | sort
}

# jar_of TECHNOLOGY: its server's.
jar_of() {
  local name
  name=server-$(family_of "$1")
  if [[ -n $jars ]]; then first_readable "$jars/$name.jar"; else find_jar "$home" "$name"; fi ||
    die 2 "no $name.jar found: build it with mvn package, or say where it is"
}

# learn TECHNOLOGY: what its jar says of itself, once.
learn() {
  local jar said port tuned
  [[ -z ${learned[$1]:-} ]] || return 0
  jar=$(jar_of "$1") || exit $?
  need_java
  said=$("$java" "${BRIEF_JVM[@]}" -jar "$jar" ${FAMILY_OF[$1]+--technology "$1"} --help | tr -s '[:space:]' ' ')
  read -r port tuned < <(sed -n 's/.* --port=N [^(]*(default: \([0-9]*\)\(, tuned \([0-9]*\)\)*).*/\1 \3/p' <<<"$said") ||
    die 1 "$jar does not report its ports: build it again"
  learned[$1]="$port ${tuned:--} no"
  [[ $said != *--role=* ]] || learned[$1]="$port ${tuned:--} yes"
}

# learn_proxies: all that there can be; the drivers know them.
learn_proxies() {
  local jar
  [[ -z $proxy_list ]] || return 0
  jar=$(find_jar "$home" client-harness) || die 1 "there is no client-harness.jar, which knows the paths: build it with mvn package"
  need_java
  proxy_list=$("$java" "${BRIEF_JVM[@]}" -jar "$jar" list --paths)
}

# ---- what is chosen -----------------------------------------------------------------------------

# choose_components OPTION WORD...: adds to the array "components" what is meant by each.
choose_components() {
  local option=$1 word role
  shift
  for word; do
    check_known "$option" "$word"
    canonical "$option" "$word"
    if [[ $REPLY == roles-* ]]; then
      word=${REPLY#roles-}
      for role in "${ROLES[@]}"; do add_component "$role-$word"; done
    else
      add_component "$REPLY"
    fi
  done
}

# check_known OPTION WORD: the array "known" has its technology.
check_known() {
  local technology
  technology=$(technology_of "$2")
  one_of "$technology" "${known[@]}" ||
    die 2 "$1: unknown technology '$technology'; did you mean '$(nearest "$technology" "${known[@]}")'?"
}

# canonical OPTION WORD: sets REPLY to the name of what is meant: where tuned is the same, one server is both.
canonical() {
  local server technology wanted port tuned roles
  server=$(server_of "$2")
  wanted=$(variant_of "$server" "$variant")
  check_variant "$1" "$server" "$wanted"
  technology=${server%%@*} REPLY=$technology
  learn "$technology"
  read -r port tuned roles <<<"${learned[$technology]}"
  if [[ $wanted == tuned && $tuned != - ]]; then
    REPLY+=@tuned
  elif [[ $wanted == tuned && $server == "$2" ]]; then
    say "$technology: tuned is the same as example; one server is both"
  fi
  [[ $server != "$2" ]] || return 0
  REPLY=${2%%-*}-$REPLY
  if is_proxy "$2"; then
    learn_proxies
    grep -q "^$REPLY " <<<"$proxy_list" ||
      die 2 "$REPLY: $server cannot be called that way; client-harness list says which paths it can take"
  elif [[ $roles == no ]]; then
    die 2 "$2: $technology has no operation that spans several services"
  fi
}

# add_component NAME: once, behind the broker that it needs.
add_component() {
  local broker
  broker=$(broker_of "$1")
  if [[ -n $broker && $with_brokers == yes ]]; then
    learn "$broker"
    one_of "$broker" "${components[@]}" || components+=("$broker")
  fi
  one_of "$1" "${components[@]}" || components+=("$1")
}

# ---- what each is -------------------------------------------------------------------------------

# running_port NAME: sets REPLY to where it is called already; fails where that is not known here.
running_port() { return 1; }

# port_of NAME: sets REPLY to where it is called: as --port says, where it runs already, or by its jar. A consumer has
# its broker's, and the services of an operation have ports above their server's.
port_of() {
  local server port tuned
  server=$(server_of "$1")
  REPLY=${ports[$1]:-}
  if [[ -n $REPLY ]] || running_port "$1"; then
    :
  elif is_proxy "$1"; then
    REPLY=$(awk -v name="$1" '$1 == name { print $6 }' <<<"$proxy_list")
  elif is_role "$1"; then
    port_of "$server"
    [[ $REPLY != 0 ]] || die 2 "--port $server=0: services that call each other need ports that are known"
    REPLY=$((REPLY + ${ROLE_OFFSET[${1%%-*}]}))
  elif [[ -n $(broker_of "$1") ]]; then
    port_of "$(broker_of "$1")"
  else
    read -r port tuned _ <<<"${learned[${1%%@*}]}"
    REPLY=$port
    [[ $1 != *@* ]] || REPLY=$tuned
  fi
  [[ $REPLY != 0 ]] || ! is_broker "$1" ||
    die 2 "--port $1=0: a broker's port has to be known to those who need it; expected 1 to 65535"
}

# describe NAME: sets REPLY to its line.
describe() {
  local name=$1 technology port usage needs heap=- words=() jar broker host=$bind
  [[ $host != *:* ]] || host=[$host]
  technology=$(technology_of "$name")
  broker=$(broker_of "$name")
  port_of "$name"
  port=$REPLY usage=$((REPLY + USAGE_OFFSET)) needs=${broker:--}
  if is_proxy "$name"; then
    describe_proxy "$name"
  else
    jar=$(jar_of "$technology") || exit $?
    words=(${FAMILY_OF[$technology]+--technology "$technology"})
    if is_broker "$name"; then
      usage=$((port + BROKER_USAGE_OFFSET)) heap=$COMPANION_HEAP
      words+=(${credentials:+--credentials "$credentials"})
    else
      words+=(--variant "$(variant_of "$name" example)")
    fi
  fi
  ! is_role "$name" || describe_role "$name"
  if [[ -n $broker ]]; then
    port_of "$broker"
    words+=(--broker "$host:$REPLY" ${credentials:+--credentials "$credentials"})
    port=-
  fi
  [[ $port != 0 ]] || usage=0
  jar=$(realpath -s "$jar")
  printf -v REPLY '%s\t' "$name" "$bind" "$port" "$usage" "$needs" "$drain" "$cpus" "$heap" "$jar" "${words[@]}"
  REPLY=${REPLY%$'\t'}
}

# describe_proxy, describe_role NAME: what "describe" cannot say of every component, into its variables.
describe_proxy() {
  local path carriage server
  server=$(server_of "$1")
  jar=$(find_jar "$home" server-proxy) || die 2 "no server-proxy.jar found: build it with mvn package"
  read -r _ path _ carriage _ < <(grep "^$1 " <<<"$proxy_list")
  port_of "$server"
  [[ $REPLY != 0 ]] || die 2 "$1: $server gets any free port: start it first, and then its proxy"
  heap=$COMPANION_HEAP
  words=(--technology "$path" --carriage "$carriage" --to "$host:$REPLY" --variant "$(variant_of "$server" example)")
}

describe_role() {
  local role=${1%%-*} peer
  heap=$ROLE_HEAP
  [[ $port != 0 ]] || die 2 "--port $1=0: a service that another calls needs a port that is known"
  words+=(--role "$role")
  for peer in ${CALLED_BY[$role]:-}; do
    port_of "$peer-${1#*-}"
    words+=(--peer "$peer=$host:$REPLY")
  done
}

# describe_all: a line for each component that was chosen; no two of them on one port.
describe_all() {
  local name twice lines=""
  for name in "${components[@]}"; do
    describe "$name"
    lines+=$REPLY$'\n'
  done
  twice=$(awk -F '\t' '{ for (i = 3; i <= 4; i++) if ($i > 0) { if ($i in owner) { print $1, "and", owner[$i], "would listen on one port, " $i; exit }
    owner[$i] = $1 } }' <<<"$lines")
  [[ -z $twice ]] || die 2 "$twice: give one of them another, or choose one of them"
  printf '%s' "$lines"
}
