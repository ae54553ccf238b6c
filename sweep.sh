#!/usr/bin/env bash
# One sweep: every point of a grid of threads x requests, for every technology, one at a time.
# This is the orchestration only. What a point is, which one comes next, and what a failure ends is
# decided by the client's jar ("sweep begin", "sweep next", "run", "sweep end"), from sweep.json and
# the files on disk; so a sweep that was killed goes on where it stopped.
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"

readonly ANSWER_SECONDS=30 # how long the servers of host B may take to answer at the start
readonly LOCK_SECONDS=15
readonly CALIBRATION=45s # about; what comes after is the sweep
readonly NOTHING_LEFT=3  # exit code of "sweep next" when every point is done, failed or skipped

usage() {
  cat <<'HELP'
Usage: ./sweep.sh --local | --host B  [options]

Measures every point of the grid and leaves raw files in results/NAME. Run it again with the same
--out, and it goes on where it stopped.

Where
  --local                 start the servers on this machine, stop them at the end
  --host B                the servers run on host B already (deploy/deploy.sh puts them there)
What
  --quick                 a coarse grid, under five minutes on two cores
  --experiment NAME       a plan from experiments/ (default: rpcx-grid, the paper's)
  --protocols a,b         technologies (default: rpcx,grpc,openfeign; --quick adds tcp), each with a
                          variant where there is more to compare: grpc,grpc@tuned,tcp,tcp@multiplexed
  --threads  A:B:STEP     thread counts  (default 10:990:10);  10::10 goes on until failure
  --requests A:B:STEP     request counts (default 10:1000:10); a list 10,100,990 is fine, too
  --request-mode MODE     total (default) or per-thread
  --runs N                runs in one client process, order 0..N-1 (default 10)
  --repeat N              client processes that measure each point, in rounds (default 1): a verdict
                          needs several, since runs in one process are one sample
  --timeout S             seconds that one program execution may take (default 600)
  --order paper|random    order of the points (default paper)
  --technology-order X    of the technologies at one point: random (default) or given
  --seed N                of the random orders
  --threshold LIMITS      exit with 1 where a result does not hold them: 'p99<10ms,errors<0.1%,rate>1000/s'
  --variant V             example (default) or tuned: that of every name without an @. A tuned client
                          calls a tuned server, which is a process of its own
  --server-wait S         with --host: how long a server that died or went away may take to come
                          back before the sweep stops (default: 600)
Files
  --out DIR               default: results/<date>-<time>; an existing sweep is resumed
  --fresh                 move an existing DIR aside instead of resuming it
  --redo-failed           try the points again that failed
  --no-report             do not make the report at the end
  --no-calibrate          do not measure at the start, for 45 s, what raw TCP reaches on these hosts
Other options go to "client-harness run" as they are:  java -jar client-harness.jar run --help

Exit: 0 every point has a result, 1 some failed (they are listed), 2 misuse, 130 interrupted.
HELP
}

# A client that waits for a measuring process shares its host: it must not wake up meanwhile, as the
# JVM's own statistics and background compilers do.
readonly -a QUIET_JVM=(-XX:-UsePerfData -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

client() { java -jar "$client_jar" "$@"; }

servers() {
  local verb=$1
  shift
  # without the lock, which a server that outlives a killed sweep would keep
  "$home/deploy/servers.sh" "$verb" "$@" {lock}>&-
}

# Servers are single words, checked by "sweep begin": leave them to word splitting.
start_servers() {
  # shellcheck disable=SC2086
  servers start $needed >"$out/log/servers.txt" || die 1 "the servers did not start"
  servers_running=yes
}

# Also on Ctrl-C and when a command failed: nothing that this sweep started stays behind.
stop_servers() {
  stop_floor
  [[ ${servers_running:-no} == yes ]] || return 0
  servers_running=no
  # shellcheck disable=SC2086
  servers stop $needed >/dev/null || true
}

# A server that died costs the point it died in, not the rest of the sweep. Here it is started again;
# on host B somebody else does that (its systemd unit, or supervise.sh), and this waits for it.
care_for_servers() {
  if [[ ${servers_running:-no} != yes ]]; then
    await_servers "$server_wait" "the same command with --out $out goes on from here"
    return 0
  fi
  # shellcheck disable=SC2086
  if servers status $needed >/dev/null 2>&1; then
    return 0
  fi
  say "a server died; starting it again"
  printf '%s a server had died and was started again\n' "$(date -u +%FT%TZ)" >>"$out/log/restarts.txt"
  # shellcheck disable=SC2086
  servers start $needed >>"$out/log/servers.txt" || say "it did not start; its points will fail"
}

# await_servers SECONDS ADVICE: until each answers; a sweep without servers would fail point by point.
await_servers() {
  attended sweep await "$out" --wait "$1" >>"$out/log/restarts.txt" || die 1 "stopped: $2"
}

# Runs the client in the background, since bash hears a signal only between commands, and a point
# takes up to 600 s. As java, not as a function: the signal has to reach the JVM.
attended() {
  local status=0
  java "${QUIET_JVM[@]}" -jar "$client_jar" "$@" &
  running=$!
  wait "$running" || status=$?
  running=""
  return "$status"
}

interrupted() {
  if [[ -n ${running:-} ]]; then
    kill -TERM "$running" 2>/dev/null || true
    wait "$running" || true
  fi
  say "interrupted; the same command with --out goes on from here"
  exit 130
}

# What the harness itself costs, and what raw TCP reaches here: what a technology is compared with.
# Once for each folder; a sweep without it is whole.
calibrate() {
  local status=0
  [[ $with_calibration == yes ]] || return 0
  if [[ ${servers_running:-no} == yes ]] && ! servers status tcp >/dev/null 2>&1; then
    servers start tcp >>"$out/log/servers.txt" || say "the tcp server did not start"
    floor_running=yes
  fi
  attended calibrate --out "$out" --once --budget "$CALIBRATION" >>"$out/log/calibration.txt" ||
    status=$?
  stop_floor
  [[ $status -eq 0 ]] || say "the sweep goes on without a whole calibration"
}

# Only the one that calibrate started, for the floors alone.
stop_floor() {
  [[ ${floor_running:-no} == yes ]] || return 0
  floor_running=no
  servers stop tcp >/dev/null || true
}

# Runs points until none is left. A point that leaves no file would come back for ever: stop then.
measure_points() {
  local point last="" status
  local -a arguments
  while true; do
    status=0
    point=$(client sweep next "$out" "${redo[@]}") || status=$?
    [[ $status -ne $NOTHING_LEFT ]] || return 0
    [[ $status -eq 0 ]] || die "$status" "could not find the next point of $out"
    [[ $point != "$last" ]] ||
      die 1 "the last point left neither a result nor a failure below $out: is the disk full?"
    last=$point
    mapfile -t arguments <<<"$point"
    attended run "${arguments[@]}" >>"$out/log/run.txt" || status=$?
    case $status in
      0) ;;
      1) care_for_servers ;;
      *) die "$status" "stopped; the same command with --out $out goes on from here" ;;
    esac
  done
}

make_report() {
  local jar
  if [[ $with_report == yes ]] && jar=$(find_jar "$home" analysis); then
    java -jar "$jar" report "$out" || say "the report failed; the raw files are whole"
  fi
}

main() {
  local host="" out="" with_report=yes with_calibration=yes fresh=no server_wait=600 client_jar
  local needed status=0
  local -a passed=() redo=()
  while (($#)); do
    case $1 in
      --local) host=127.0.0.1 ;;
      --host | --out | --server-wait)
        [[ $# -ge 2 ]] || die 2 "$1 needs a value"
        case $1 in
          --host) host=$2 remote=yes ;;
          --out) out=$2 ;;
          --server-wait) server_wait=$2 ;;
        esac
        shift
        ;;
      --fresh) fresh=yes ;;
      --redo-failed) redo=(--redo-failed) ;;
      --no-report) with_report=no ;;
      --no-calibrate) with_calibration=no ;;
      -h | --help) usage && exit 0 ;;
      *) passed+=("$1") ;;
    esac
    shift
  done
  [[ $server_wait =~ ^[0-9]{1,6}$ ]] || die 2 "--server-wait '$server_wait': expected seconds, such as 600"
  [[ -n $host ]] || die 2 "say where the servers are: --local or --host B (--help has the rest)"

  build_if_needed "$home" client-harness
  client_jar=$(find_jar "$home" client-harness) || die 2 "there is no client-harness.jar beside $home/sweep.sh"
  out=${out:-$home/results/$(date +%Y%m%d-%H%M%S)}
  if [[ $fresh == yes && -e $out ]]; then
    mv "$out" "$out.before-$(date +%Y%m%d-%H%M%S)"
  fi

  needed=$(client sweep begin "$out" --host "$host" "${passed[@]}") || exit $?
  mkdir -p "$out/log"
  exec {lock}>"$out/.lock"
  flock -w "$LOCK_SECONDS" "$lock" ||
    die 2 "another sweep, or the last point of one that was killed, is still busy in $out"
  if [[ ${remote:-no} == no ]]; then
    trap stop_servers EXIT
    start_servers
  else
    await_servers "$ANSWER_SECONDS" "are they up on $host? deploy/deploy.sh starts them"
  fi
  client sweep hosts "$out"
  calibrate
  measure_points
  # once more, for a server that died and came back between two points
  [[ ${servers_running:-no} == yes ]] || care_for_servers
  client sweep end "$out" || status=$?
  stop_servers
  make_report
  return "$status"
}

trap interrupted INT TERM HUP
main "$@"
