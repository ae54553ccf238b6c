#!/usr/bin/env bash
# The servers on this machine, as processes of this user: starts them, says where they are, stops
# them. Ends only processes that it started itself.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(dirname "$here")
# shellcheck source=deploy/lib/tools.sh
. "$here/lib/tools.sh"
# shellcheck source=deploy/lib/technologies.sh
. "$here/lib/technologies.sh"

readonly ACTIONS=(start stop status)
readonly OPTIONS=(--port --bind --variant --cpus --jars --state --timeout --drain --help)
readonly POLL_SECONDS=0.1 POLLS_PER_SECOND=10
readonly CUT_OFF_GRACE=5 # what a server may take beyond its drain time, s, before it is killed

usage() {
  cat <<'HELP'
Usage: deploy/servers.sh start|stop|status [technology[@variant]...] [options]

  start     starts the servers (default: those of every jar that is found) and waits until they
            accept calls; those that run already are left as they are
  stop      lets them drain and ends them (default: all that were started); none running is fine
  status    says which run (default: all that were started)

A tuned server is a process of its own beside the example one: grpc and grpc@tuned run at the same
time. Where both are the same (rpcx, tcp), the example is the only one and stands for both.

start and status print a line for each server that runs, for scripts:
  <technology>[@tuned] <address>:<port> <usage port> <pid>

  --port T=N[,T=N]  port of a server, 0 = any free one       (default: 9001 rpcx, 9002 grpc, ...;
                                                              of a tuned one 100 more: 9102)
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
server_options=()
cpus="" jars="" state=$home/.run timeout=60 drain=10

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
  [[ -n $action ]] || misuse "expected start, stop or status"
  [[ " ${ACTIONS[*]} " == *" $action "* ]] ||
    misuse "unknown action $action: did you mean $(nearest "$action" "${ACTIONS[@]}")?"
}

read_option() {
  case $1 in
    --port) read_ports "$2" ;;
    --bind) server_options+=("$1" "$2") ;;
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
  local pattern jar name technology found=""
  local -a patterns=("$home/server-*/target/server-*.jar" "$here/server-*.jar" "$home/server-*.jar")
  [[ -z $jars ]] || patterns=("$jars/server-*.jar")
  for pattern in "${patterns[@]}"; do
    while IFS= read -r jar; do
      name=${jar##*/server-}
      name=${name%.jar}
      # Beside the fat jar the build leaves the plain one, tests and sources.
      if [[ -f $jar && $name != base* && $name != *-plain* && $name != *-tests ]]; then
        while IFS= read -r technology; do
          printf '%s %s\n' "$technology" "$jar"
        done < <(technologies_of "$name" | sort)
        found=yes
      fi
    done < <(compgen -G "$pattern" | sort)
    [[ -z $found ]] || return 0
  done
}

# jar_of TECHNOLOGY: its jar, from the list that was found.
jar_of() { awk -v name="$1" '$1 == name { sub(/^[^ ]* /, ""); print; exit }' <<<"$jar_list"; }

# server_of WORD: the name of the server that a technology, or technology@variant, means.
server_of() {
  local technology=${1%%@*} wanted jar tuned=""
  wanted=$(variant_of "$1" "$variant")
  check_variant server "$1" "$wanted"
  jar=$(jar_of "$technology")
  if [[ $wanted == tuned && -n $jar ]]; then
    find_java
    read -r _ tuned < <(server_ports "$java" "$jar" "$technology") || die 1 "$jar does not report its ports: build it again"
  elif [[ $wanted == tuned ]]; then
    tuned=yes # no jar: it was started from one that is gone, or check_known has refused it
  fi
  printf '%s%s\n' "$technology" "${tuned:+@tuned}"
}

# process_start PID: when it started, in ticks since boot; fails where it does not run. With the
# process id it names a process for good: an id alone may come back.
process_start() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  # The name in parentheses may hold anything; behind it, 1 is the state and 20 the start.
  stat=${stat##*) }
  [[ ${stat:0:1} != Z ]] || return 1
  awk '{ print $20 }' <<<"$stat"
}

# recall SERVER: sets pid, started, drained, address and usage_port; fails where nothing is kept.
recall() {
  pid="" started="" drained="" address="" usage_port=""
  [[ -r $state/$1.server ]] || return 1
  read -r pid started drained address usage_port <"$state/$1.server" || true
  [[ $pid =~ ^[0-9]+$ && $started =~ ^[0-9]+$ && $drained =~ ^[0-9]+$ ]]
}

# remember SERVER: keeps what recall reads; appears whole or not at all.
remember() {
  printf '%s\n' "$pid $started $drained $address $usage_port" >"$state/$1.server.new"
  mv -f "$state/$1.server.new" "$state/$1.server"
}

# is_running SERVER: the recorded process lives and is the one that was recorded.
is_running() { recall "$1" && [[ $(process_start "$pid") == "$started" ]]; }

recorded() {
  local file
  for file in "$state"/*.server; do
    [[ -e $file ]] || continue
    basename "$file" .server
  done
}

print_line() { printf '%s %s %s %s\n' "$1" "$address" "$usage_port" "$pid"; }

find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  local major
  major=$(java_major "$java" 2>/dev/null || true)
  [[ ${major:-0} -ge 17 ]] ||
    die 1 "Java 17 or newer is needed, '$java' is ${major:-not there}: set JAVA_HOME"
}

# launch SERVER: starts it in a session of its own, so that Ctrl-C here does not reach it.
launch() {
  local name=$1 jar
  local -a settings command which
  jar=$(jar_of "${name%%@*}")
  mapfile -t which < <(choice "${name%%@*}")
  mapfile -t settings < <("$java" -Xshare:auto -cp "$jar" io.rpcstress.usage.JvmSettings)
  ((${#settings[@]} > 0)) || die 1 "$jar does not report its JVM settings: build it again"
  command=(setsid)
  [[ -z $cpus ]] || command+=(taskset -c "$cpus")
  command+=("$java" "${settings[@]}" -jar "$jar" ${which[@]+"${which[@]}"} --drain "${drain}s")
  command+=(--variant "$(variant_of "$name" example)" ${server_options[@]+"${server_options[@]}"})
  [[ -z ${ports[$name]:-} ]] || command+=(--port "${ports[$name]}")
  # 9 is the lock; 3 belongs to whoever started this script.
  "${command[@]}" >"$state/$name.out" 2>"$state/$name.err" </dev/null 3>&- 9>&- &
  pid=$! drained=$drain address=- usage_port=-
  started=$(process_start "$pid") || started=0
  remember "$name"
}

# await_ready SERVER: until its readiness line; fails, saying why, where none comes.
await_ready() {
  local name=$1 polls=0 line=""
  recall "$name"
  while ((polls++ < timeout * POLLS_PER_SECOND)); do
    line=$(sed -n 's/^READY [^ ]* //p' "$state/$name.out")
    if [[ -n $line ]]; then
      address=$line
      usage_port=$(sed -n 's|.*: usage http://.*:\([0-9]*\)/usage$|\1|p' "$state/$name.err")
      remember "$name"
      return 0
    fi
    if ! is_running "$name"; then
      say "$name did not start:"
      tail -n 5 "$state/$name.err" >&2
      return 1
    fi
    sleep "$POLL_SECONDS"
  done
  say "$name was not ready within $timeout s; its log is $state/$name.err"
  return 1
}

start_all() {
  local name failed=""
  local -a launched=()
  find_java
  for name in "${names[@]}"; do
    if is_running "$name"; then
      say "$name runs already"
    else
      launch "$name"
      launched+=("$name")
    fi
  done
  for name in ${launched[@]+"${launched[@]}"}; do
    await_ready "$name" || failed=yes
  done
  if [[ -n $failed ]]; then
    # All or nothing: nobody has to find out which ones were left.
    for name in "${launched[@]}"; do
      stop_one "$name"
    done
    return 1
  fi
  for name in "${names[@]}"; do
    recall "$name"
    print_line "$name"
  done
}

# signal NAME SERVER: only to the very process that was recorded.
signal() { ! is_running "$2" || kill -s "$1" "$pid" 2>/dev/null || true; }

# gone SERVER SECONDS: whether it ends within this time.
gone() {
  local polls=0
  while is_running "$1"; do
    ((polls++ < $2 * POLLS_PER_SECOND)) || return 1
    sleep "$POLL_SECONDS"
  done
}

stop_one() {
  if is_running "$1"; then
    signal TERM "$1"
    if ! gone "$1" $((drained + CUT_OFF_GRACE)); then
      say "$1 did not stop within $((drained + CUT_OFF_GRACE)) s and was killed"
      signal KILL "$1"
      gone "$1" "$CUT_OFF_GRACE" || die 1 "$1 (process $pid) cannot be ended"
    fi
  fi
  rm -f "$state/$1.server"
}

# hint_at_other SERVER: where it does not run and its other variant does, which may be what was meant.
hint_at_other() {
  local other=${1%%@*}
  [[ $1 == *@* ]] || other+=@tuned
  if ! is_running "$1" && is_running "$other"; then
    say "$1 does not run, $other does; to stop that: $(basename "$0") stop $other"
  fi
}

stop_all() {
  local name
  # All at once, so that their drain times do not add up.
  for name in ${names[@]+"${names[@]}"}; do
    hint_at_other "$name"
    signal TERM "$name"
  done
  for name in ${names[@]+"${names[@]}"}; do
    stop_one "$name"
  done
}

status_all() {
  local name failed=""
  if ((${#names[@]} == 0)); then
    say "no server was started (state in $state)"
    return 1
  fi
  for name in "${names[@]}"; do
    if is_running "$name"; then
      print_line "$name"
    else
      say "$name does not run"
      failed=yes
    fi
  done
  [[ -z $failed ]]
}

# check_known: every name is of a technology with a jar, or of a server that was started.
check_known() {
  local name
  local -a known=()
  mapfile -t known < <({
    cut -d ' ' -f 1 <<<"$jar_list"
    [[ $action == start ]] || recorded | sed 's/@.*//'
  } | grep . | sort -u)
  for name in ${names[@]+"${names[@]}"} ${ports[@]+"${!ports[@]}"}; do
    [[ " ${known[*]-} " == *" ${name%%@*} "* ]] ||
      misuse "no technology ${name%%@*} here; there are: ${known[*]-none}"
  done
  [[ $action != start || ${#names[@]} -gt 0 ]] || names=("${known[@]}")
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
  words=(${names[@]+"${names[@]}"})
  if ((${#words[@]} == 0)); then
    mapfile -t names < <(recorded)
    return 0
  fi
  resolve_ports
  names=()
  for word in "${words[@]}"; do
    name=$(server_of "$word")
    [[ $name == *@* || $(variant_of "$word" "$variant") == example ]] ||
      say "$name: tuned is the same as example; one server is both"
    [[ " ${names[*]-} " == *" $name "* ]] || names+=("$name")
  done
}

read_command_line "$@"
choose
mkdir -p "$state" || die 1 "cannot keep state in $state: choose another --state"
exec 9>"$state/lock"
flock -w $((timeout + drain + CUT_OFF_GRACE)) 9 || die 1 "another servers.sh is at work in $state"
"${action}_all"
