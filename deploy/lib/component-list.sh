# shellcheck shell=bash disable=SC2154
# (home: set by the script that sources this)
# What can be started, and with what: servers, services of place-order (order-grpc), proxies beside a server
# (haproxy-grpc), servers that encrypt (tls-grpc, mtls-grpc), and brokers. grpc@tuned is a server of its own beside grpc. Sourced, after tools.sh.
#
# The drivers know what there can be. "client-harness list --components" prints it, a line each with tabs between fields:
#
#   NAME PORT USAGE NEEDS HEAP PROGRAM ARGUMENTS
#
# PORT is the default one, or NAME+N for N above where that one is called; USAGE is how far above it counters are read; @NAME
# in an argument is where that one is called; - stands where there is none. A component of a deployment is a line of:
#
#   NAME ADDRESS PORT USAGE-PORT NEEDS DRAIN CPUS HEAP JAR ARGUMENTS

readonly PATHS=(haproxy nginx envoy)
readonly ROLES=(roles order product customer shipping) # of the services of place-order; roles are all of them
readonly MODES=(tls mtls)                              # of servers that encrypt
readonly BROKERS=(rabbitmq nats-server)
# shellcheck disable=SC2034 # the scripts put it into a folder of theirs
readonly BROKER_CREDENTIALS=broker.credentials KEYS=tls

bind=127.0.0.1 # where components listen
drain=10 cpus=- credentials="" jars="" variant=example
with_brokers=yes       # whether they are chosen with what needs them
components=()          # names, each once, in the order in which they are started
known=()               # technologies
message=""             # packs for the servers that answer messages, a line each
tls_keys=""            # the folder of those that encrypt
declare -A ports=()    # by name: another port than the default one
declare -A possible=() # by name: the fields behind it of what there can be

# ---- names --------------------------------------------------------------------------------------

is_proxy() { [[ $1 == *-* ]] && one_of "${1%%-*}" "${PATHS[@]}"; }
is_encrypted() { [[ $1 == *-* ]] && one_of "${1%%-*}" "${MODES[@]}"; }
is_broker() { one_of "$1" "${BROKERS[@]}" || { is_encrypted "$1" && one_of "${1#*-}" "${BROKERS[@]}"; }; }
is_role() { [[ $1 == *-* ]] && one_of "${1%%-*}" "${ROLES[@]}"; }

# server_of NAME: the server that a proxy stands beside, whose service this is, or which is the same in plain text; else
# the name itself.
server_of() {
  if is_proxy "$1" || is_role "$1" || is_encrypted "$1"; then printf '%s\n' "${1#*-}"; else printf '%s\n' "$1"; fi
}

# variant_of WORD OTHERWISE: what stands behind its @, or the other.
variant_of() { if [[ $1 == *@* ]]; then printf '%s\n' "${1#*@}"; else printf '%s\n' "$2"; fi; }

# check_variant OPTION WORD VARIANT: a server is set up in two ways; a client may know more.
check_variant() {
  local hint=""
  [[ $2 != *@* ]] || hint="; other variants are the client's alone, and call a server of ${2%%@*}: see list"
  [[ $3 == example || $3 == tuned || $2 == *@go ]] || die 2 "$1 '$2': expected example or tuned$hint"
}

# ---- what there can be --------------------------------------------------------------------------

# learn: reads it from the client's jar, once.
learn() {
  local jar name fields
  [[ ${#possible[@]} -eq 0 ]] || return 0
  jar=$(find_jar "$home" client-harness) ||
    die 2 "no client-harness.jar found, which knows what can be started: build it with mvn package"
  need_java
  while IFS=$'\t' read -r name fields; do
    possible[$name]=$fields
    [[ $name == *@* ]] || is_broker "$name" || is_proxy "$name" || is_role "$name" || is_encrypted "$name" || known+=("$name")
  done < <("$java" "${BRIEF_JVM[@]}" -jar "$jar" list --components)
  [[ ${#possible[@]} -gt 0 ]] || die 1 "$jar does not say what can be started: build it again"
}

# possible_of NAME N: the N-th field behind the name.
possible_of() { cut -f "$2" <<<"${possible[$1]:-}"; }

# broker_of NAME: what it consumes from; fails where it has a port of its own.
broker_of() { possible_of "$1" 3 | grep -x '[a-z].*'; }

# jar_of NAME: its program.
jar_of() {
  local program
  program=$(possible_of "$1" 5)
  if [[ -n $jars && $program != server-proxy ]]; then
    first_readable "$jars/$program.jar"
  else
    find_jar "$home" "$program"
  fi || die 2 "no $program.jar found: build it with mvn $(build_words "$program"), or say where it is"
}

# new_credentials: of a broker of ours.
new_credentials() { printf 'user=rpcstress-%s\npassword=%s\n' "$(random_hex 4)" "$(random_hex 24)"; }
random_hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

# ---- what is chosen -----------------------------------------------------------------------------

# choose_components OPTION WORD...: adds to the array "components" what is meant by each.
choose_components() {
  local option=$1 word each
  local -a meant
  learn
  shift
  for word; do
    check_known "$option" "$word"
    canonical "$option" "$word"
    meant=("$REPLY")
    [[ $REPLY != roles-* ]] || meant=({shipping,customer,product,order}-"${REPLY#roles-}")
    for each in "${meant[@]}"; do add_component "$each"; done
  done
}

# add_component NAME: behind the broker that it consumes from.
add_component() {
  local broker
  ! one_of "$1" "${components[@]}" || return 0
  [[ $with_brokers == no ]] || ! broker=$(broker_of "$1") || add_component "$broker"
  components+=("$1")
}

# check_known OPTION WORD: there is its technology.
check_known() {
  local technology
  technology=$(server_of "$2")
  technology=${technology%%@*}
  one_of "$technology" "${known[@]}" ||
    die 2 "$1: unknown technology '$technology'; did you mean '$(nearest "$technology" "${known[@]}")'?"
}

# canonical OPTION WORD: sets REPLY to the name of what is meant: where tuned is the same, one server is both.
canonical() {
  local server wanted
  server=$(server_of "$2")
  wanted=$(variant_of "$server" "$variant")
  check_variant "$1" "$server" "$wanted"
  REPLY=${server%%@*}
  if [[ $wanted != example && -n ${possible["$REPLY@$wanted"]:-} ]]; then
    REPLY+=@$wanted
  elif [[ $wanted == go ]]; then
    die 2 "$1 '$2': $REPLY has no server in Go; grpc and http-json have"
  elif [[ $wanted == tuned && $server == "$2" ]]; then
    say "$REPLY: tuned is the same as example; one server is both"
  fi
  [[ $server != "$2" ]] || return 0
  REPLY=${2%%-*}-$REPLY
  [[ -z ${possible["${REPLY/#roles-/order-}"]:-} ]] || return 0
  ! is_proxy "$2" || die 2 "$REPLY: $server cannot be called that way; client-harness list says which paths it can take"
  ! is_encrypted "$2" || die 2 "$2: ${server%%@*} has no TLS here; client-harness list says which technologies have"
  die 2 "$2: ${server%%@*} has no operation that spans several services"
}

# ---- what each is -------------------------------------------------------------------------------

# running_port NAME: sets REPLY to where it is called already; fails where that is not known here.
running_port() { return 1; }

# port_of NAME: sets REPLY to where it is called: as --port says, where it runs already, or by default.
port_of() {
  local default
  REPLY=${ports[$1]:-}
  if [[ -z $REPLY ]] && ! running_port "$1"; then
    default=$(possible_of "$1" 1)
    REPLY=$default
    if [[ $default == *+* ]]; then
      port_of "${default%+*}"
      [[ $REPLY != 0 ]] || die 2 "--port ${default%+*}=0: services that call each other need ports that are known"
      REPLY=$((REPLY + ${default##*+}))
    fi
  fi
  [[ $REPLY != 0 ]] || ! is_broker "$1" ||
    die 2 "--port $1=0: a broker's port has to be known to those who need it; expected 1 to 65535"
}

# called_from NAME CALLED: sets REPLY to the address of what this one calls.
called_from() {
  local host=$bind
  [[ $host != *:* ]] || host=[$host]
  port_of "$2"
  [[ $REPLY != 0 ]] || ! is_proxy "$1" || die 2 "$1: $2 gets any free port: start it first, and then its proxy"
  [[ $REPLY != 0 ]] || die 2 "--port $2=0: a service that another calls needs a port that is known"
  REPLY=$host:$REPLY
}

# read_packs TEXT: sets the array "packs" to the files of --message, which commas separate. One file's name may have a comma.
read_packs() {
  local number pack
  packs=("$1")
  [[ -e $1 ]] || IFS=, read -r -a packs <<<"$1"
  for number in "${!packs[@]}"; do
    pack=${packs[number]}
    [[ -f $pack && -r $pack ]] || die 2 "--message $pack: there is no such file, or it is not yours to read"
    packs[number]=$(realpath "$pack")
  done
}

# describe NAME: sets REPLY to its line.
describe() {
  local name=$1 port usage needs heap given jar word pack
  local -a words=() said
  IFS=$'\t' read -r _ usage needs heap _ given <<<"${possible[$name]}"
  IFS=$'\t' read -r -a said <<<"$given"
  for word in "${said[@]}"; do
    if [[ $word == --message ]]; then
      while IFS= read -r pack; do [[ -z $pack ]] || words+=(--message "$pack"); done <<<"$message"
      continue
    fi
    [[ $word != --tls-keys ]] || word=--tls-keys=$tls_keys
    if [[ $word =~ ^([a-z]+=)?@ ]]; then
      called_from "$name" "${word#*@}"
      word=${word%%@*}$REPLY
    fi
    words+=("$word")
  done
  [[ -z $credentials ]] || { [[ $needs == - ]] && ! is_broker "$name"; } || words+=(--credentials "$credentials")
  port_of "$name"
  port=$REPLY usage=$((REPLY + usage))
  [[ $port != 0 ]] || usage=0
  [[ $needs == - ]] || port=-
  jar=$(jar_of "$name") || exit $?
  jar=$(realpath -s "$jar")
  printf -v REPLY '%s\t' "$name" "$bind" "$port" "$usage" "$needs" "$drain" "$cpus" "$heap" "$jar" "${words[@]}"
  REPLY=${REPLY%$'\t'}
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
