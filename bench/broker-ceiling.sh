#!/usr/bin/env bash
# What the broker itself can carry, by RabbitMQ's own load tool (PerfTest), beside greets of amqp through
# the same broker. A benchmark, no test.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(dirname "$here")
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=bench/lib/options.sh
. "$here/lib/options.sh"
# shellcheck source=bench/lib/processors.sh
. "$here/lib/processors.sh"

readonly OPTIONS=(--rounds --seconds --warmup --threads --in-flight --variants --port --perf-test --wait --help)
readonly VARIANTS=(example tuned direct-reply-to no-ack)
readonly MAX_PORT=63000 # usage counters are above it

usage() {
  cat <<'HELP'
Usage: bench/broker-ceiling.sh fetch [--perf-test FOLDER]
       bench/broker-ceiling.sh [options]

Says how much of what the broker can carry our calls through it use. It starts a broker and a server
of amqp for itself, and then, in turns:
  one queue    PerfTest: a producer and a consumer at one queue, as fast as they can
  two queues   PerfTest: a producer and a consumer at each of two, as the two ways of a greet
  amqp@...     client-harness run, greets in a timed loop
PerfTest's messages are as large as a greet's, transient, and acknowledged automatically. PerfTest
has no request and reply, so a greet is compared as what it is to the broker: two messages.

fetch gets PerfTest with Maven, in the version that bench/perf-test/pom.xml names.

  --rounds N        slices of each, the order turned round in each second one   (default: 2)
  --seconds S       measured time of a slice                                    (default: 8)
  --warmup S        what a slice does before, which is not counted              (default: 5)
  --threads N       calling threads of the harness                              (default: 10)
  --in-flight LIST  calls that each thread keeps open                           (default: 1,64)
  --variants LIST   of example,tuned,direct-reply-to,no-ack          (default: example,tuned)
  --port N          of the broker; the counters are at N + 1000 and + 2000      (default: 39719)
  --perf-test FOLDER  where PerfTest's jars are                      (default: .run/perf-test)
  --wait SECONDS    how long to wait for a quiet moment before a slice          (default: 10)

Needs the jars (mvn -DskipTests package) and RabbitMQ (Debian: rabbitmq-server).

Exit: 0 done, 1 something failed, 2 misuse.
HELP
}

mode=measure rounds=2 seconds=8 warmup=5 threads=10 in_flight=(1 64) variants=(example tuned) port=39719
perf_test=$home/.run/perf-test patience=10

# each_once OPTION LIST: of lines; the table has a row for each.
each_once() {
  local twice
  twice=$(sort <<<"$2" | uniq -d | head -n 1)
  [[ -z $twice ]] || misuse "$1: $twice twice: expected each once"
}

read_command_line() {
  local option list
  if [[ ${1:-} == fetch ]]; then
    mode=fetch
    shift
  fi
  while (($# > 0)); do
    option=$1
    shift
    case $option in
      -h | --help)
        usage
        exit 0
        ;;
      --perf-test) ;;
      --rounds | --seconds | --warmup | --threads | --in-flight | --variants | --port | --wait)
        [[ $mode == measure ]] || misuse "fetch takes --perf-test alone, no $option"
        ;;
      -*) misuse "unknown option $option: did you mean $(nearest "$option" "${OPTIONS[@]}")?" ;;
      *) misuse "unexpected argument $option" ;;
    esac
    [[ $# -gt 0 && -n $1 ]] || misuse "$option needs a value"
    case $option in
      --rounds) rounds=$(number "$option" "$1" 1 100) ;;
      --seconds) seconds=$(number "$option" "$1" 2 600) ;;
      --warmup) warmup=$(number "$option" "$1" 1 600) ;;
      --threads) threads=$(number "$option" "$1" 1 1000) ;;
      --port) port=$(number "$option" "$1" 1024 "$MAX_PORT") ;;
      --wait) patience=$(number "$option" "$1" 0 3600) ;;
      --perf-test) perf_test=$(realpath -ms -- "$1") ;;
      --in-flight)
        list=$(numbers "$option" "$1" 1 10000)
        each_once "$option" "$list"
        mapfile -t in_flight <<<"$list"
        ;;
      --variants)
        list=$(some_of "$option" "$1" "${VARIANTS[@]}")
        each_once "$option" "$list"
        mapfile -t variants <<<"$list"
        ;;
    esac
    shift
  done
}

# A folder that is whole or not there; another that was there stays as it is.
fetch() {
  local parent new
  check_own_folder
  command -v mvn >/dev/null || die 2 "no mvn: $(install_command maven maven)"
  parent=$(dirname -- "$perf_test")
  mkdir -p -- "$parent"
  new=$(mktemp -d "$parent/perf-test.XXXXXXXX")
  # shellcheck disable=SC2064 # this folder
  trap "rm -rf -- $(printf %q "$new")" EXIT
  trap 'exit 130' INT TERM
  mvn -q -B -ntp -f "$here/perf-test/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$new" >&2 ||
    die 1 "PerfTest could not be fetched"
  chmod 755 "$new"
  rm -rf -- "$perf_test"
  mv -T -- "$new" "$perf_test"
  say "PerfTest $(perf_test_version) is in $perf_test"
}

# check_own_folder: what is there is going to be replaced, and must be nothing but what fetch left there.
check_own_folder() {
  local other
  [[ -e $perf_test ]] || return 0
  [[ -d $perf_test ]] || misuse "--perf-test $perf_test: expected a folder, no file"
  other=$(cd -- "$perf_test" && find . -mindepth 1 ! -name '*.jar' -print -quit)
  [[ -n $other ]] || first_readable "$perf_test"/perf-test-*.jar >/dev/null ||
    other=$(cd -- "$perf_test" && find . -mindepth 1 -print -quit)
  [[ -z $other ]] ||
    misuse "--perf-test $perf_test: it has $(printf %q "${other#./}") and would be replaced; expected a folder of its own"
}

perf_test_version() {
  local jar
  for jar in "$perf_test"/perf-test-*.jar; do
    jar=${jar##*/perf-test-}
    printf '%s\n' "${jar%.jar}"
  done
}

server_pid="" started=""

start_broker() {
  local lines node
  started=yes # or on the way to it: whatever of it runs is stopped
  lines=$("$home/deploy/servers.sh" start amqp --port "amqp=$port" --state "$scratch/state") ||
    die 1 "the broker or its server did not start"
  node=$(broker_counter rpcstress_process_id)
  server_pid="$node $(awk '{ printf "%s ", $NF }' <<<"$lines")"
}

# broker_counter NAME: of the broker's node.
broker_counter() { usage_counter 127.0.0.1 $((port + 2000)) "$1"; }

# node_cpu: ns that the node has used.
node_cpu() { broker_counter rpcstress_cpu_nanoseconds; }

clean_up() {
  local status=$?
  trap '' INT TERM
  [[ -z $started ]] || "$home/deploy/servers.sh" stop --state "$scratch/state" >&2 || true
  rm -rf "$scratch"
  exit "$status"
}

# failed WHAT: shows what it said last, but no line with the password, and ends.
failed() {
  grep -vFf <(sed -n 's/^password=//p' "$credentials") "$scratch/out" | tail -n 5 >&2 || true
  die 1 "$1 failed"
}

# measure_perf_test QUEUES: leaves messages a second in `messages`: those that the consumers received in whole
# seconds after the warm-up. Its URI has the password, so it is told in the environment alone, and of
# what else that has for PerfTest nothing is read.
measure_perf_test() {
  local uri prefix=RPC_STRESS_PERF_TEST_
  uri=$(awk -F= -v at="127.0.0.1:$port" '{ is[$1] = $2 }
    END { printf "amqp://%s:%s@%s", is["user"], is["password"], at }' "$credentials")
  local -a queues=(--queue ceiling)
  (($1 == 1)) || queues=(--queue-pattern 'ceiling-%d' --queue-pattern-from 1 --queue-pattern-to "$1")
  RABBITMQ_PERF_TEST_ENV_PREFIX=$prefix RPC_STRESS_PERF_TEST_URI=$uri \
    timeout --foreground $((warmup + seconds + 60)) "$java" -cp "$perf_test/*" com.rabbitmq.perf.PerfTest \
    --time $((warmup + seconds)) --interval 1 --size 16 --autoack --producers "$1" --consumers "$1" "${queues[@]}" \
    --message-properties "correlationId=1000000,replyTo=amq.gen-AAAAAAAAAAAAAAAAAAAAAA" \
    >"$scratch/out" 2>&1 || failed PerfTest
  messages=$(awk -v warmup="$warmup" '
    /, time [0-9.]+ s, sent: / {
      time = $0
      sub(/.*, time /, "", time)
      received = $0
      sub(/.*received: /, "", received)
      if (time + 0 > warmup + 0.5) { sum += received * (time - last); took += time - last }
      last = time + 0
    }
    END { if (took > 0) printf "%.0f\n", sum / took }' "$scratch/out")
  [[ -n $messages ]] || failed PerfTest
}

# measure_harness VARIANT IN_FLIGHT: the same of greets, two messages each.
measure_harness() {
  rm -rf "$scratch/raw"
  RPC_STRESS_BROKER_CREDENTIALS=$credentials "$java" -jar "$jar" run --protocol "amqp@$1" \
    --port "amqp=$port,amqp@tuned=$port" --usage-port "amqp=$((port + 1000)),amqp@tuned=$((port + 1000))" \
    --threads "$threads" --in-flight "$2" --duration "${seconds}s" --windows 1 --warmup "${warmup}s" \
    --out "$scratch/raw" >"$scratch/out" 2>&1 || failed "amqp@$1"
  messages=$(find "$scratch/raw" -name '*.csv' ! -name '*.series.csv' -exec awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { printf "%.0f\n", 2 * $at["callsOk"] * 1000 / $at["timeTotal"] }' {} +)
  [[ $messages =~ ^[0-9]+$ ]] || failed "amqp@$1"
}

# slice ROUND NAME COMMAND...: measured, and its row kept.
slice() {
  local round=$1 name=$2 ticks from cpu took
  shift 2
  say "round $round of $rounds: $name"
  await_quiet
  ticks=$(foreign_ticks) cpu=$(node_cpu) from=$(uptime_seconds)
  "$@"
  took=$(awk -v from="$from" -v to="$(uptime_seconds)" 'BEGIN { print to - from }')
  printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$round" "$messages" \
    "$(awk -v ns=$(($(node_cpu) - cpu)) -v s="$took" 'BEGIN { printf "%.2f", ns / 1e9 / s }')" \
    "$(foreign_cores "$ticks" "$from")" >>"$scratch/slices"
}

measure() {
  local round variant open i each
  local -a all=("one queue|measure_perf_test 1" "two queues|measure_perf_test 2") turned
  for variant in "${variants[@]}"; do
    for open in "${in_flight[@]}"; do
      all+=("amqp@$variant in flight: $threads x $open|measure_harness $variant $open")
    done
  done
  for ((round = 1; round <= rounds; round++)); do
    turned=()
    for ((i = 0; i < ${#all[@]}; i++)); do
      each=${all[round % 2 == 1 ? i : ${#all[@]} - 1 - i]}
      turned+=("$each")
    done
    for each in "${turned[@]}"; do
      # shellcheck disable=SC2086 # a command and its words
      slice "$round" "${each%%|*}" ${each#*|}
    done
  done
}

conditions() {
  cat <<TEXT
at $(date -u +%Y-%m-%dT%H:%M:%SZ), commit $(git -C "$home" describe --always --dirty 2>/dev/null || echo unknown)
$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, $(uname -sr); broker, server and client on this host, not pinned
RabbitMQ $(dpkg-query -W -f '${Version}' rabbitmq-server 2>/dev/null || echo "of unknown version"), PerfTest $(perf_test_version), JDK $("$java" -version 2>&1 | sed -n '2s/.*(build \(.*\)).*/\1/p')
each slice ${warmup} s of warm-up and ${seconds} s; PerfTest's messages: 16 bytes, transient, automatic acknowledgement
TEXT
}

main() {
  read_command_line "$@"
  if [[ $mode == fetch ]]; then
    fetch
    return 0
  fi
  java=$(java_command) || die 2 "Java 17 or newer is needed, found '${java:-none}': set JAVA_HOME"
  jar=$(find_jar "$home" client-harness) || die 2 "no client-harness.jar: mvn -DskipTests package makes it"
  first_readable "$perf_test"/perf-test-*.jar >/dev/null ||
    die 2 "no PerfTest in $perf_test: bench/broker-ceiling.sh fetch gets it"
  scratch=$(mktemp -d)
  credentials=$scratch/state/broker.credentials
  trap clean_up EXIT
  trap 'exit 130' INT TERM
  start_broker
  measure
  conditions
  awk -f "$here/lib/ceiling.awk" "$scratch/slices"
}

main "$@"
