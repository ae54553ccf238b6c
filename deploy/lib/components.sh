# shellcheck shell=bash
# The list of components: what a deployment consists of, as data. Sourced, after tools.sh.
#
# A file of sections, one for each component. Blank lines and lines that begin with # say nothing.
#
#   folder=/opt/rpc-stress       where the jars lie (default: the folder that the list lies in)
#
#   [grpc@tuned]                 its name, by which it is started and stopped
#   kind=service                 service, replica (a further process of a service), broker or proxy
#   technology=grpc              what it serves, where that is not its name's part before the @
#   variant=tuned                as it is set up (default: the name's part behind the @, or example)
#   role=checkout                which part of an operation it does, where there is more than one; the program
#                                itself is told by its arguments
#   jar=server-grpc.jar          one of ours, in the folder; or
#   program=haproxy              another's: a name to be found in PATH, or a file in the folder
#   arguments=--technology grpc  words for it, cut at blanks; a jar also gets what the other keys say
#   address=10.0.0.5             where it listens (default: 127.0.0.1)
#   port=9102                    0 for any free one; without it the jar's own default
#   usage-port=10102             where a jar reports its usage (default: 1000 above the port)
#   usage=endpoint               how its usage is read: endpoint, or process (default: by what it is)
#   ready=line                   what says that it is up: its READY line, or its port (default: by what it is)
#   heap=512m                    instead of the heap that the jar asks for
#   cpus=0,2-3                   processors to run on (default: all)
#   drain=10                     seconds that it may take to stop (default: 10)
#   needs=rabbitmq               another component: started before this one, and stopped with the last that needs it
#
# Everything is checked before anything is started: exit 2, one line.

readonly COMPONENT_KEYS=(kind technology variant role jar program arguments address port usage-port usage ready heap
  cpus drain needs)
readonly COMPONENT_KINDS=(service replica broker proxy)
readonly COMPONENT_NAME='[a-z0-9]+(-[a-z0-9]+)*(@[a-z0-9]+(-[a-z0-9]+)*)?'
readonly COMPONENT_WORD='[a-z0-9]+(-[a-z0-9]+)*'
readonly COMPONENTS_MAX=200 COMPONENTS_MAX_BYTES=100000
readonly USAGE_PORT_OFFSET=1000 # from the port of a jar that is told no other
readonly DRAIN_SECONDS=10 DRAIN_MAX_SECONDS=3600

declare -A component_value=() # by "NAME.KEY"
component_names=()            # in the list's order
components_folder=""

# value NAME KEY [OTHERWISE]
value() { printf '%s\n' "${component_value[$1.$2]:-${3:-}}"; }

# whole NAME KEY OTHERWISE: a number, without the zeros that it may begin with; sets REPLY.
whole() { REPLY=$((10#${component_value[$1.$2]:-$3})); }

# has NAME KEY
has() { [[ -n ${component_value[$1.$2]:-} ]]; }

# one_of WORD WORD...: whether the first is one of the others.
one_of() {
  local word=$1 other
  shift
  for other; do
    [[ $word != "$other" ]] || return 0
  done
  return 1
}

# is_listed NAME
is_listed() { one_of "$1" ${component_names[@]+"${component_names[@]}"}; }

component_technology() { value "$1" technology "${1%%@*}"; }

component_variant() {
  local variant=example
  [[ $1 != *@* ]] || variant=${1#*@}
  value "$1" variant "$variant"
}

# address_of NAME: "ADDRESS:PORT", as the list says it.
address_of() { printf '%s:%s\n' "$(value "$1" address 127.0.0.1)" "$(value "$1" port -)"; }

# expand_roles WORD...: one a line; roles-grpc stands for all components of grpc that have a role.
expand_roles() {
  local word name
  for word; do
    if [[ $word == roles-?* ]] && ! is_listed "$word"; then
      for name in ${component_names[@]+"${component_names[@]}"}; do
        if has "$name" role && [[ $name == "$(value "$name" role)-${word#roles-}" ]]; then printf '%s\n' "$name"; fi
      done | grep . || printf '%s\n' "$word"
    else
      printf '%s\n' "$word"
    fi
  done
}

# needed_by NAME...: what these need and is not among them, once and one a line.
needed_by() {
  local name
  for name; do
    value "$name" needs
  done | sort -u | while read -r name; do
    [[ -z $name ]] || one_of "$name" "$@" || printf '%s\n' "$name"
  done
}

# print_component NAME KEY=VALUE...: a section; keys without a value are left out.
print_component() {
  local pair
  printf '[%s]\n' "$1"
  shift
  for pair; do
    [[ -z ${pair#*=} ]] || printf '%s\n' "$pair"
  done
  printf '\n'
}

# print_section FILE NAME: the lines of a component as they stand there.
print_section() { awk -v head="[$2]" '/^\[/ { on = $0 == head } on' "$1"; }

# read_components FILE [SHOWN AS]: fills the arrays above, or ends the script with one line.
read_components() {
  local file=$1 shown=${2:-$1} line key name="" number=0
  component_value=() component_names=()
  [[ -f $file && -r $file ]] || die 2 "$shown: there is no such list of components"
  components_folder=$(cd "$(dirname "$file")" && pwd)
  [[ $(stat -L -c %s "$file") -le $COMPONENTS_MAX_BYTES ]] ||
    die 2 "$shown: a list of components has at most $COMPONENTS_MAX_BYTES bytes"
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    key=${line%%=*}
    case $line in
      "" | "#"*) ;;
      "["*"]")
        name=${line:1:-1}
        [[ $name =~ ^$COMPONENT_NAME$ ]] ||
          wrong_line "expected a name such as grpc or grpc@tuned, got '${name:0:60}'"
        ! is_listed "$name" || wrong_line "$name stands in the list twice"
        [[ ${#component_names[@]} -lt $COMPONENTS_MAX ]] || wrong_line "more than $COMPONENTS_MAX components"
        component_names+=("$name")
        ;;
      *[[:cntrl:]]*) wrong_line "a control character" ;;
      *=*) if [[ -n $name ]]; then read_key; else read_head; fi ;;
      *) wrong_line "expected [name] or key=value, got '${line:0:60}'" ;;
    esac
  done <"$file"
  check_components
}

wrong_line() { die 2 "$shown:$number: $*"; }

read_head() {
  [[ $key == folder ]] || wrong_line "$key stands before the first [name]; only folder may"
  components_folder=${line#*=}
  [[ $components_folder == /* && -d $components_folder ]] ||
    wrong_line "folder '$components_folder': expected the absolute path of a folder that is there"
}

read_key() {
  one_of "$key" "${COMPONENT_KEYS[@]}" ||
    wrong_line "unknown key '${key:0:60}'; did you mean '$(nearest "${key:0:60}" "${COMPONENT_KEYS[@]}")'?"
  ! has "$name" "$key" || wrong_line "$name has $key twice"
  component_value[$name.$key]=${line#*=}
}

check_components() {
  local name key owner where port
  local -A owners=()
  for name in ${component_names[@]+"${component_names[@]}"}; do
    check_component
    for key in port usage-port; do
      whole "$name" "$key" 0
      if [[ $key == port ]]; then
        port=$REPLY
      elif has "$name" jar && ! has "$name" usage-port && ((port > 0)); then
        REPLY=$((port + USAGE_PORT_OFFSET))
      fi
      ((REPLY > 0)) || continue
      where=${component_value[$name.address]:-127.0.0.1}:$REPLY
      owner=${owners[$where]:-}
      [[ -z $owner ]] || wrong "$key $REPLY is $owner's already; give one of them another"
      owners[$where]=$name
    done
  done
}

wrong() { die 2 "$shown: $name: $*"; }

# expect KEY PATTERN WHAT: the key's value, if there is one, has to look like that.
expect() {
  local text=${component_value[$name.$1]:-}
  [[ -z $text || $text =~ ^($2)$ ]] || wrong "$1 '${text:0:60}': expected $3"
}

# expect_number KEY FROM TO WHAT
expect_number() {
  expect "$1" '[0-9]{1,5}' "$4, $2 to $3"
  whole "$name" "$1" "$2"
  ((REPLY >= $2 && REPLY <= $3)) || wrong "$1 '$REPLY': expected $4, $2 to $3"
}

check_component() {
  local kind=${component_value[$name.kind]:-}
  [[ -n $kind ]] || wrong "no kind; expected one of: ${COMPONENT_KINDS[*]}"
  one_of "$kind" "${COMPONENT_KINDS[@]}" ||
    wrong "unknown kind '${kind:0:60}'; did you mean '$(nearest "${kind:0:60}" "${COMPONENT_KINDS[@]}")'?"
  expect technology "$COMPONENT_WORD" "a name such as grpc-stream"
  expect variant "$COMPONENT_WORD" "a name such as tuned"
  expect role "$COMPONENT_WORD" "a name such as checkout"
  expect needs "$COMPONENT_NAME" "the name of a component"
  expect address '[A-Za-z0-9][A-Za-z0-9.:-]*|::' "an address of this host"
  expect_number port 0 65535 "a port"
  expect_number usage-port 0 65535 "a port"
  expect usage 'endpoint|process' "endpoint or process"
  expect ready 'line|port' "line or port"
  expect heap '[1-9][0-9]{0,5}[kmg]' "a size such as 512m"
  expect cpus '[0-9]{1,4}([,-][0-9]{1,4})*' "processors such as 1 or 0,2-3"
  expect_number drain 1 "$DRAIN_MAX_SECONDS" "seconds"
  whole "$name" port 0
  if has "$name" jar; then
    ! has "$name" program || wrong "a jar and a program; expected one of them"
    [[ ${component_value[$name.ready]:-line} == line || $REPLY -gt 0 ]] || wrong "ready 'port' without a port"
    within_folder jar
  else
    check_program "$kind" "$REPLY"
  fi
}

# check_program KIND PORT: of one that is not ours, and knows nothing of READY lines and usage ports.
check_program() {
  local key
  has "$name" program || wrong "neither a jar nor a program"
  [[ $1 != service ]] || wrong "a service is one of our jars; another's program is a broker or a proxy"
  expect program '[A-Za-z0-9_./][A-Za-z0-9_./+-]*' "the name of a program, or a file in $components_folder"
  for key in usage-port heap; do
    ! has "$name" "$key" || wrong "$key, which only a jar is given"
  done
  [[ ${component_value[$name.usage]:-process} == process ]] || wrong "usage 'endpoint', which only a jar has; expected process"
  [[ ${component_value[$name.ready]:-port} == port ]] || wrong "ready 'line', which only a jar prints; expected port"
  [[ $2 -gt 0 ]] || wrong "no port; expected the one that says that it is up"
  [[ ${component_value[$name.program]} != */* ]] || within_folder program
}

# within_folder KEY: makes the path absolute; it has to stay in the folder, whatever links and dots make of it.
within_folder() {
  local path real folder
  path=${component_value[$name.$1]}
  [[ $path == /* ]] || path=${components_folder%/}/$path
  real=$(realpath -m "$path") folder=$(realpath -m "$components_folder")
  [[ $real == "${folder%/}"/* ]] ||
    wrong "$1 '$(value "$name" "$1")' leaves the folder $components_folder; expected a file in it"
  component_value[$name.$1]=$path
}

# drain_of NAME: seconds.
drain_of() {
  whole "$1" drain "$DRAIN_SECONDS"
  printf '%s\n' "$REPLY"
}

# component_command NAME JAVA ARCHIVE(yes|no): into the array "words", what runs it in the foreground.
# With ARCHIVE, a jar uses the class-data archive beside it, if there is one.
component_command() {
  local name=$1 java=$2 jar
  local -a settings arguments
  read -r -a arguments <<<"$(value "$name" arguments)"
  words=()
  ! has "$name" cpus || words+=(taskset -c "$(value "$name" cpus)")
  if has "$name" program; then
    words+=("$(value "$name" program)" ${arguments[@]+"${arguments[@]}"})
    return 0
  fi
  jar=$(value "$name" jar)
  mapfile -t settings < <("$java" "${BRIEF_JVM[@]}" -cp "$jar" io.rpcstress.usage.JvmSettings)
  # An empty list would measure with a JVM's own choice, and nobody would see it.
  ((${#settings[@]} > 0)) || die 1 "$jar does not report its JVM settings: build it again, or deploy it again"
  # the JVM takes the last one of two
  ! has "$name" heap || settings+=("-Xmx$(value "$name" heap)" "-Xms$(value "$name" heap)")
  [[ $3 != yes || ! -r ${jar%.jar}.jsa ]] || settings+=("-XX:SharedArchiveFile=${jar%.jar}.jsa")
  words+=("$java" "${settings[@]}" -jar "$jar" ${arguments[@]+"${arguments[@]}"})
  words+=(--bind "$(value "$name" address 127.0.0.1)" --variant "$(component_variant "$name")")
  ! has "$name" port || words+=(--port "$(value "$name" port)")
  ! has "$name" usage-port || words+=(--usage-port "$(value "$name" usage-port)")
  words+=(--drain "$(drain_of "$name")s")
}
