#!/usr/bin/env bash
# How much of what the harness reports is the harness itself: the null driver, and the harness's
# clients compared with clients by other hands against the same server process. A benchmark, no test.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(dirname "$here")
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=bench/lib/options.sh
. "$here/lib/options.sh"
# shellcheck source=bench/lib/processors.sh
. "$here/lib/processors.sh"
# shellcheck source=bench/lib/slices.sh
. "$here/lib/slices.sh"

readonly OPTIONS=(--parts --rounds --seconds --calls --threads --seed --cpus --wait --retries --json --help)
readonly PARTS=(null tcp http grpc live live-rate)
readonly UNLESS_SAID=(null tcp http grpc)
readonly MAX_THREADS=10000 MAX_CALLS=100000000
readonly NULL_THREADS=(1 10) LIVE_RATE_THREADS=(10)

usage() {
  cat <<'HELP'
Usage: bench/own-share.sh [options]

Says how much of what the harness reports is the harness itself. Six parts:
  null  the rig alone: client-harness run --protocol null; CPU ns and allocated bytes per call
  tcp   closed-loop.c (C), the same by hand in Java, and client-harness run --protocol tcp, one
        connection per thread: the third beside the second is the rig, the second beside the
        first is Java
  http  wrk and client-harness run --protocol openfeign@tuned: compares technologies' clients
  grpc  h2load and client-harness run --protocol grpc@tuned: compares technologies' clients
  live  the line a second: a timed loop of run --protocol null with --live (harness) and without
        (silent)
  live-rate  the same of an open loop, rate --protocol null, at 20,000 calls a second
In each part the clients take turns, in random order, against one server process; a slice is one
process of a client. A slice in which others took too much of the processors is done again.

  --parts LIST      parts to do                                   (default: null,tcp,http,grpc)
  --rounds N        slices of each client at each thread count    (default: 5)
  --seconds S       how long the measured run of a slice is to take; a trial says how many
                    calls that is, the same number for all clients; in live and live-rate
                    a slice goes on for that time (default: 3)
  --calls N         that number instead of a trial's; not for null, live, live-rate
  --threads LIST    calling threads of tcp, http, grpc            (default: 1,10,100)
  --seed N          of the order of slices                        (default: 1)
  --cpus C,S        processors of clients and of the server; none = not pinned
                                                   (default: the first and the last that are allowed)
  --wait SECONDS    how long to wait for a quiet moment before a slice      (default: 30)
  --retries N       how often a disturbed slice is done again               (default: 3)
  --json FILE       conditions, slices and summary as JSON

Needs the jars (mvn -DskipTests package) and, for tcp, a C compiler (Debian: gcc libc6-dev), for http
wrk (Debian: wrk), for grpc h2load (Debian: nghttp2-client); a part whose tool is missing is skipped.

Exit: 0 done, 1 a client failed, 2 misuse.
HELP
}

parts=("${UNLESS_SAID[@]}") threads=(1 10 100)
rounds=5 seconds=3 calls="" seed=1 cpus="" patience=30 retries=3 json=""

read_command_line() {
  local option list
  while (($# > 0)); do
    option=$1
    shift
    case $option in
      -h | --help)
        usage
        exit 0
        ;;
      --parts | --rounds | --seconds | --calls | --threads | --seed | --cpus | --wait | --retries | --json)
        [[ $# -gt 0 && -n $1 ]] || misuse "$option needs a value"
        ;;
      -*) misuse "unknown option $option: did you mean $(nearest "$option" "${OPTIONS[@]}")?" ;;
      *) misuse "unexpected argument $option" ;;
    esac
    case $option in
      --parts)
        list=$(some_of "$option" "$1" "${PARTS[@]}")
        mapfile -t parts <<<"$list"
        ;;
      --threads)
        list=$(numbers "$option" "$1" 1 "$MAX_THREADS")
        mapfile -t threads <<<"$list"
        ;;
      --rounds) rounds=$(number "$option" "$1" 1 1000) ;;
      --seconds) seconds=$(number "$option" "$1" 1 600) ;;
      --calls) calls=$(number "$option" "$1" 1 "$MAX_CALLS") ;;
      --seed) seed=$(number "$option" "$1" 0 999999999) ;;
      --wait) patience=$(number "$option" "$1" 0 3600) ;;
      --retries) retries=$(number "$option" "$1" 0 100) ;;
      --cpus)
        [[ $1 =~ ^(none|[0-9]+,[0-9]+)$ ]] || misuse "--cpus $1: expected two processors, such as 0,1, or none"
        cpus=$1
        ;;
      --json) json=$1 ;;
    esac
    shift
  done
  [[ -z $json || -d $(dirname "$json") ]] || misuse "--json $json: there is no folder $(dirname "$json")"
}

# random BELOW: a whole number from 0; the same seed gives the same ones on every host. Sets `drawn`.
random() {
  random_state=$(((random_state * 1103515245 + 12345) % 2147483648))
  drawn=$(((random_state >> 8) % $1))
}

# shuffle WORD...: sets `shuffled`.
shuffle() {
  shuffled=("$@")
  local i kept
  for ((i = $# - 1; i > 0; i--)); do
    random $((i + 1))
    kept=${shuffled[i]}
    shuffled[i]=${shuffled[drawn]}
    shuffled[drawn]=$kept
  done
}

# prepare PART: makes what the part needs, and sets `others`, the clients that the harness is compared
# with; says what is missing, and fails where it cannot be done.
prepare() {
  others=()
  case $1 in
    tcp)
      others=(C)
      if ! command -v cc >/dev/null; then
        say "tcp is skipped: no C compiler (cc); $(install_command "gcc libc6-dev" gcc)"
        return 1
      fi
      cc -O2 -std=c11 -Wall -Wextra -pthread -o "$scratch/closed-loop" "$here/closed-loop.c" ||
        die 1 "closed-loop.c did not compile"
      if [[ -x $JAVA_HOME/bin/javac ]]; then
        others+=(java)
        "$JAVA_HOME/bin/javac" --release 17 -d "$scratch" "$here/ClosedLoop.java" ||
          die 1 "ClosedLoop.java did not compile"
      else
        say "the client by hand in Java is skipped: no javac in $JAVA_HOME"
      fi
      ;;
    http)
      others=(wrk)
      command -v wrk >/dev/null || {
        say "http is skipped: no wrk; $(install_command wrk wrk)"
        return 1
      }
      ;;
    live | live-rate) others=(silent) ;;
    grpc)
      others=(h2load)
      command -v h2load >/dev/null || {
        say "grpc is skipped: no h2load; $(install_command nghttp2-client nghttp2)"
        return 1
      }
      ;;
  esac
}

# interleave PART COUNT...: every client at every thread count, once a round.
interleave() {
  local part=$1 count client round slice
  shift
  local -a slices=()
  local -A amount=()
  for count in "$@"; do
    amount[$count]=$(amount_of "$part" "${others[0]-harness}" "$count") || exit 1
    for client in "${others[@]}" harness; do
      slices+=("$client $count")
    done
  done
  for ((round = 1; round <= rounds; round++)); do
    shuffle "${slices[@]}"
    for slice in "${shuffled[@]}"; do
      count=${slice#* }
      say "$part: round $round of $rounds: ${slice% *}, threads: $count, calls: ${amount[$count]}"
      measure "$part" "${slice% *}" "$count" "$round" "${amount[$count]}"
    done
  done
}

run_part() {
  case $1 in
    null | live) interleave "$1" "${NULL_THREADS[@]}" ;;
    live-rate) interleave live-rate "${LIVE_RATE_THREADS[@]}" ;;
    tcp)
      start_server tcp
      interleave tcp "${threads[@]}"
      ;;
    http)
      start_server openfeign
      interleave http "${threads[@]}"
      ;;
    grpc)
      start_server grpc
      interleave grpc "${threads[@]}"
      ;;
  esac
  stop_server
}

# What was measured before an interruption is told, too.
clean_up() {
  local status=$?
  trap '' INT TERM
  stop_server
  [[ -n $reported || $(wc -l <"$scratch/slices") -lt 2 ]] || report
  rm -rf "$scratch"
  exit "$status"
}

# condition NAME VALUE...: one line; no quote or backslash may spoil the JSON.
condition() {
  local name=$1
  shift
  printf '%s\t%s\n' "$name" "$*" | tr -d '\\"' >>"$scratch/conditions"
}

conditions() {
  local governor
  governor=$(cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor 2>/dev/null || echo unknown)
  condition at "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  condition cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
  condition cores "$(nproc)"
  condition governor "$governor"
  condition kernel "$(uname -sr)"
  condition jdk "$("$java" -version 2>&1 | sed -n '2s/.*(build \(.*\)).*/\1/p')"
  condition jvmOptions "$("$java" -cp "$jar" io.rpcstress.usage.JvmSettings | tr '\n' ' ')"
  condition commit "$(git -C "$home" describe --always --dirty 2>/dev/null || echo unknown)"
  condition pinning "$pinning"
  condition parts "${done_parts[*]}"
  condition rounds "$rounds"
  condition seed "$seed"
  condition options "--seconds $seconds --calls ${calls:-by-trial} --wait $patience --retries $retries"
}

# report: the tables, and the JSON where it was asked for.
report() {
  reported=yes
  conditions
  awk -f "$here/lib/summary.awk" "$scratch/slices" >"$scratch/summary"
  awk -f "$here/lib/table.awk" "$scratch/conditions" "$scratch/summary"
  if [[ -n $json ]]; then
    awk -f "$here/lib/json.awk" "$scratch/conditions" "$scratch/slices" "$scratch/summary" >"$json.new"
    mv -f "$json.new" "$json"
  fi
}

main() {
  local part
  read_command_line "$@"
  java=$(java_command) || die 2 "Java 17 or newer is needed, found '${java:-none}': set JAVA_HOME"
  JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$java")")")
  export JAVA_HOME
  jar=$(find_jar "$home" client-harness) || die 2 "no client-harness.jar: mvn -DskipTests package makes it"
  choose_processors
  scratch=$(mktemp -d) reported=""
  slices_header >"$scratch/slices"
  trap clean_up EXIT
  trap 'exit 130' INT TERM
  random_state=$((seed + 1))
  done_parts=()
  for part in "${PARTS[@]}"; do # in this order: the tables of the later ones use the first
    [[ " ${parts[*]} " == *" $part "* ]] || continue
    prepare "$part" || continue
    done_parts+=("$part")
    run_part "$part"
  done
  ((${#done_parts[@]} > 0)) || die 2 "no part could be done"
  report
}

main "$@"
