#!/usr/bin/env bash
# One sweep: every point of a grid of threads x requests, for every technology, one at a time.
# This is the front: where the servers are, the lock, Ctrl-C, and what is left running at the end. The
# points themselves are measured by the client's jar ("sweep measure"), from sweep.json and the files
# on disk, one JVM for all of them; so a sweep that was killed goes on where it stopped.
set -euo pipefail

home=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"

readonly ANSWER_SECONDS=30 RETURN_SECONDS=600 # for the servers of host B: at the start, and later
readonly LOCK_SECONDS=15

usage() {
  cat <<'HELP'
Usage: ./sweep.sh --local | --host B  [options]

Measures every point of a grid and keeps raw files in results/NAME. Run it again
with the same --out, and it continues where it stopped.

  --local                start the servers on this machine, stop them at the end
  --host B               the servers run on host B already (deploy/deploy.sh)
  --quick                a coarse grid, under five minutes on two cores
  --protocols a,b        technologies (default: rpcx,grpc,openfeign), or all;
                         with a variant: grpc,grpc@tuned; with an encoding of
                         --message: grpc/protobuf,http-json/json
  --threads  A:B:STEP    thread counts, or a list (default 10:990:10)
  --requests A:B:STEP    request counts, or a list (default 10:1000:10)
  --rate A:B:STEP        open loops instead: calls a second
  --duration T --warmup T    timed loops instead of --requests; for a verdict
                         with --until-steady --warmup-cap T
  --repeat N             processes that measure each point (default 1; a verdict
                         needs 5); auto adds rounds until intervals are narrow
  --experiment NAME      a plan from experiments/ (default: the paper's grid)
  --message FILE         your own message instead of a name
  --out DIR              default: results/<date>-<time>
  --redo-failed          measure failed points again
  --print-plan           print what would be measured and how long it takes
  --require-quiet        end before the first point if other programs are busy
  --help-all             this, with all options and details

Example: ./sweep.sh --local --quick
Exit: 0 every point has a result, 1 some failed, 2 misuse, 130 interrupted.
HELP
}

all_options() {
  usage
  cat <<'HELP'

What
  --quick                 a coarse grid, under five minutes on two cores; with --experiment NAME: that
                          one, scaled down as its file says
  --experiment NAME       a plan from experiments/ (default: rpcx-grid, the paper's), such as greet-rate
  --protocols a,b         technologies (default: rpcx,grpc,openfeign; --quick adds tcp) or all, each with a
                          variant where there is more to compare: grpc,grpc@tuned,tcp,tcp@multiplexed
  --threads  A:B:STEP     thread counts  (default 10:990:10);  10::10 goes on until failure
  --requests A:B:STEP     request counts (default 10:1000:10); a list 10,100,990 is fine, too
  --message FILE          your own message instead of a name: a pack that "client-harness message" made, with
                          --encoding json,protobuf,avro,cbor,java (default json), each measured by itself
  --mix FILE=N,FILE=N     messages of several packs instead, each with its weight: with --duration or --rate
  --tls off,on,mtls       how connections are encrypted (default off), each mode measured by itself
  --compression none,gzip,deflate  how calls are compressed (default none), likewise; deflate is rpcx' own
  --jdk 17,25             JDKs that clients and servers run on, by number or folder (default: this host's), each
                          measured by itself; --gc serial,g1,zgc (also parallel, shenandoah; default serial) likewise
  --fault none,server-killed,server-stopped,server-frozen,proxy-killed,broker-killed,neighbour,line-cut,line-loss,
          slow-handler    with --rate: what breaks, from outside after a quarter of the time (default none); see
                          docs/experiments.md
  --request-mode MODE     total (default) or per-thread
  --rate A:B:STEP         open loops instead: so many calls a second, even if replies are late; with
                          --shape constant,poisson,bursts,random-bursts, --duration TIME,
                          --warmup TIME,TIME, --start async|threads and one number of --threads;
                          --full-speed TIME calls as fast as it can before that, with --threads calls open, so that
                          latencies at a low rate are not those of a cold client (default 0s)
  --clients A,B           client processes that call at once (default 1), each with its threads and
                          requests; --in-flight A,B calls that each thread keeps open (default 1)
  --client-hosts A,B      hosts that make each point's calls together, 2 to 16: here, or user@host as ssh takes it,
                          with --ssh-config FILE as ssh -F (default: this host)
  --runs N                runs in one client process, order 0..N-1 (default 10)
  --repeat N              client processes that measure each point, in rounds (default 1): a verdict
                          needs five, since runs in one process are one sample; auto adds rounds,
                          from 5 to 30, until intervals are narrower than --until-width W (1.25) or
                          --repeat-budget TIME is over
  --timeout S             seconds that one program execution may take (default 600)
  --order paper|random    order of the points (default paper)
  --technology-order X    order of the technologies at one point: random (default) or given
  --seed N                seed of the random orders
  --variant V             variant of every name without an @: example (default) or tuned. A tuned client
                          calls a tuned server, which is a process of its own
Servers
  --fresh-servers WHAT    round: new ones for each round (default with --local, and if deploy.sh
                          --control lets this host restart host B's); cell: a new one for each point,
                          and no other beside it; client: servers are not restarted
  --server-warmup TIME    how long a client that is not measured calls a newly started server
                          (default 5s, or 0s if each new server serves one point, whose process
                          calls it at full speed for 5s before it counts)
  --server-wait S         with --host: how long a server may take to answer, or to come back, before
                          the sweep stops (default: 30 at the start, 600 later)
  --retry-flagged N       how often a point is measured again if its rows carry a flag that takes them
                          out of verdicts (default 1; 0 with --quick and fewer than five processes).
                          The earlier result goes to DIR/invalid
Files and sessions
  --redo-failed           try the points again that failed
  --print-plan            print what would be measured and how long it takes, and measure nothing; with --json the
                          plan, as sweep.json would have it
  --no-report             do not make the report at the end
  --metrics-port [ADDR:]PORT  answer Prometheus on this port (of 127.0.0.1) while points are measured:
                          done, failed, flagged, left, about how long; scrapes take processor time here
  --require-quiet         exit with 1 if other programs keep more than a quarter of a core of either
                          host busy for a minute (default: report it, and measure)
  --no-calibrate          do not calibrate at the start, that is measure what raw TCP reaches on these hosts
                          and what the gate of a run takes (about 45 s). A timed sweep measures as many
                          processes of each floor as --repeat says, a large grid a gate process for each
                          hundred of its own. A resumed sweep keeps its calibration
Other options go to "client-harness run" as they are:  java -jar client-harness.jar run --help-all
HELP
}

# A client that waits for a measuring process shares its host: it must not wake up meanwhile, as the
# JVM's own statistics and background compilers do. One that only answers a question is faster so, too.
readonly -a QUIET_JVM=(-XX:-UsePerfData -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

client() { "$java" "${QUIET_JVM[@]}" -jar "$client_jar" "$@"; }

# begin WORD...: by a JVM as it comes, which sweep.json then describes.
begin() { "$java" -jar "$client_jar" sweep begin "$@"; }

servers() { "$home/deploy/servers.sh" "$@"; }

# Servers are single words, checked by "sweep begin": leave them to word splitting.
start_servers() {
  local option value
  local -a missing jvm=()
  # shellcheck disable=SC2086
  mapfile -t missing < <(printf '%s\n' $needed | grep -vxFf <(running_servers | cut -d ' ' -f 1))
  # without a name, all that there are jars for would be started
  [[ ${#missing[@]} -gt 0 ]] || return 0
  for option in jdk gc; do
    value=$(sed -n "/^ *\"$option\" : \"\(.*\)\",*\$/{s//\1/p;q;}" "$out/sweep.json")
    [[ -z $value ]] || jvm+=("--$option" "$value")
  done
  servers start "${missing[@]}" "${jvm[@]}" >>"$out/log/servers.txt" || die 1 "the servers did not start"
}

# running_servers: "SERVER PID" of each that runs on this machine, also those that this sweep did not start.
running_servers() {
  { servers status 2>/dev/null || true; } | awk '{ print $1, $NF }'
}

# started_servers: the same of each that this sweep has started, in this session or in one before.
started_servers() { awk '{ print $1, $NF }' "$out/log/servers.txt" 2>/dev/null || true; }

# foreign_server: the first server here that this sweep did not start, as "SERVER PID"; fails where there is none.
foreign_server() { running_servers | grep -vxFf <(started_servers) | sed -n 1p | grep .; }

# take_machine: one local sweep at a time: two would measure each other, and stop each other's servers.
take_machine() {
  local busy
  busy=$(state_folder "$home")/.sweep
  mkdir -p "${busy%/*}" || die 1 "cannot note in ${busy%/*} that a sweep runs: set XDG_STATE_HOME to a folder of yours"
  exec {machine}>>"$busy"
  flock -w "$LOCK_SECONDS" "$machine" ||
    die 2 "another sweep is busy on this machine, into $(tail -n 1 "$busy"): wait until it ends, or stop it"
  printf '%s\n' "$out" >"$busy"
}

# Also on Ctrl-C and when a command failed: nothing that this sweep started stays behind, and nothing
# else is stopped.
stop_servers() {
  local -a own
  [[ ${local_servers:-no} == yes ]] || return 0
  mapfile -t own < <(running_servers | grep -xFf <(started_servers) | cut -d ' ' -f 1)
  [[ ${#own[@]} -eq 0 ]] || servers stop "${own[@]}" >/dev/null || true
}

# ---- host B, where deploy.sh --control has given this host a key to its servers -------------------

# find_control HOST: sets control, where this host may start and stop the servers of that one.
find_control() {
  [[ -e $home/control/key && -x $home/deploy/host/ask-servers.sh ]] || return 0
  [[ $(sed -n 's/^address=//p' "$home/host.conf" 2>/dev/null) == "$1" ]] || return 0
  "$home/deploy/host/ask-servers.sh" check || exit $?
  control=$home/deploy/host/ask-servers.sh
}

# check_deployed: before anything is stopped or measured, whether host B has every server that is needed.
check_deployed() {
  local said status=0 kind
  # shellcheck disable=SC2086
  said=$("$control" status $needed 2>&1 >/dev/null) || status=$?
  [[ $status -ne 2 ]] ||
    die 2 "host B: ${said#*: }; run deploy/deploy.sh with it in --technologies (a proxy: --path), then this again"
  for kind in cut loss; do
    grep -q "\"fault\" : \".*line-$kind" "$out/sweep.json" || continue
    status=0
    # shellcheck disable=SC2086
    said=$("$control" "can-$kind" $needed 2>&1 >/dev/null) || status=$?
    [[ $status -eq 0 ]] || die "$((status == 2 ? 2 : 1))" "host B, for --fault line-$kind: ${said#*: }"
  done
}

# What runs there before a sweep that restarts it; kept, since a sweep may be killed.
remember_remote() {
  local file=$out/log/servers-before.txt status=0
  [[ ! -s $file ]] || return 0
  "$control" status >"$file.new" || status=$? # 1 where one of them does not run
  [[ $status -le 1 && -s $file.new ]] || die 1 "host B did not report which of its servers run: run deploy/deploy.sh again"
  mv "$file.new" "$file"
}

# As it was found, whatever ended the sweep.
restore_remote() {
  local -a up down
  [[ -n ${control:-} && -s $out/log/servers-before.txt ]] || return 0
  mapfile -t up < <(sed -n 's/ running$//p' "$out/log/servers-before.txt")
  mapfile -t down < <(sed -n 's/ dead$//p' "$out/log/servers-before.txt")
  # start leaves what runs as it is: on the JVM of the last point, or counting its calls
  ! grep -qE '^ *"(jdk|gc|fault)" : "' "$out/sweep.json" || down+=("${up[@]}")
  if { [[ ${#down[@]} -eq 0 ]] || "$control" stop "${down[@]}"; } &&
    { [[ ${#up[@]} -eq 0 ]] || "$control" start "${up[@]}"; }; then
    rm -f "$out/log/servers-before.txt"
  else
    say "the servers of host B are not as they were; deploy/deploy.sh starts all of them"
  fi
}

# await_servers SECONDS ADVICE: until each answers; a sweep without servers would fail point by point.
await_servers() {
  attended sweep await "$out" --wait "$1" >>"$out/log/restarts.txt" || die 1 "stopped: $2"
}

# Runs the client in the background, since bash hears a signal only between commands, and a point
# takes up to 600 s. As java, not as a function: the signal has to reach the JVM. It ends at the end of its input,
# which this script alone holds: also where only the script is killed.
attended() {
  local status=0 held
  exec {held}> >(exec "$java" "${QUIET_JVM[@]}" -Drpcstress.attended=yes -jar "$client_jar" "$@")
  running=$!
  wait "$running" || status=$?
  running=""
  exec {held}>&-
  return "$status"
}

interrupted() {
  if [[ -n ${running:-} ]]; then
    kill -TERM "$running" 2>/dev/null || true
    wait "$running" || true
  fi
  say "interrupted; the same command with --out continues from here"
  exit 130
}

# What the harness itself costs, and what raw TCP reaches here: what a technology is compared with.
# Once for each folder, of a timed sweep further processes where --repeat has grown; a sweep without it is whole.
calibrate() {
  local status=0 floor=no
  [[ $no_calibrate == no ]] || return 0
  if [[ $local_servers == yes ]] && ! servers status tcp >/dev/null 2>&1; then
    servers start tcp >>"$out/log/servers.txt" || say "the tcp server did not start"
    floor=yes
  fi
  attended calibrate --out "$out" --once >>"$out/log/calibration.txt" || status=$?
  # for the floors alone
  [[ $floor == no ]] || servers stop tcp >/dev/null || true
  [[ $status -eq 0 ]] || say "the calibration is not complete; the sweep goes on without it"
}

# Until no point is left. Stopping is for the next session to go on from.
measure_points() {
  local -a words=("${redo[@]}" --server-wait "${server_wait:-$RETURN_SECONDS}" "${metrics[@]}" "${session[@]}")
  [[ -z ${control:-} ]] || words+=(--server-control "$control")
  [[ $local_servers == yes ]] || words+=(--supervised)
  attended sweep measure "$out" "${words[@]}"
}

# restarts_servers: whether this sweep starts its servers anew, round by round or point by point.
restarts_servers() {
  ! grep -q '"fresh-servers" : "client"' "$out/sweep.json" && grep -q '"fresh-servers" : ' "$out/sweep.json"
}

# Nothing runs beside what is measured: each round, or each point, starts what it needs.
prepare_restarts() {
  if [[ $local_servers == yes ]]; then
    stop_servers # what an earlier session left, if it was killed
    calibrate
  else
    check_deployed
    remember_remote
    calibrate
    # shellcheck disable=SC2046
    "$control" stop $(cut -d ' ' -f 1 "$out/log/servers-before.txt") ||
      die 1 "the servers of host B could not be stopped"
  fi
}

prepare_as_they_are() {
  if [[ $local_servers == yes ]]; then
    start_servers
  else
    await_servers "${server_wait:-$ANSWER_SECONDS}" "are they up on $host? deploy/deploy.sh starts them"
  fi
  calibrate
}

leave() {
  stop_servers
  [[ $local_servers == yes ]] || restore_remote
  return 0
}

# nearest_folder PATH: it, or what there is above it.
nearest_folder() {
  local place
  place=$(readlink -m "$1")
  until [[ -e $place ]]; do place=$(dirname "$place"); done
  printf '%s\n' "$place"
}

make_report() {
  local jar
  [[ $no_report == no ]] || return 0
  if jar=$(find_jar "$home" analysis); then
    "$java" -jar "$jar" report "$out" || say "the report failed; the raw files are whole"
  elif [[ -f $home/pom.xml ]]; then # on a host without sources there is none
    say "no report: analysis.jar is missing; mvn -DskipTests package makes it"
  fi
}

main() {
  local host="" out="" server_wait="" client_jar java="" place
  local needed said lacking="" made=no status=0 local_servers=no control="" other print_plan=no machine
  local local=no require_quiet=no redo_failed=no no_report=no no_calibrate=no metrics_port="" passes_on=yes
  local -a rest=() redo=() restarts=() metrics=() session=()
  read_options "host out server-wait metrics-port" \
    "local redo-failed no-report print-plan no-calibrate require-quiet" "$@"
  [[ $require_quiet == no ]] || session+=(--require-quiet)
  [[ $redo_failed == no ]] || redo=(--redo-failed)
  [[ $no_calibrate == no ]] || rest+=(--no-calibrate)
  [[ -z $metrics_port ]] || metrics=(--metrics-port "$metrics_port")
  [[ $server_wait =~ ^[0-9]{0,6}$ ]] || die 2 "--server-wait '$server_wait': expected seconds, such as 600"
  [[ -z $metrics_port || $metrics_port =~ ^(.+:)?[0-9]{1,5}$ ]] ||
    die 2 "--metrics-port '$metrics_port': expected [ADDRESS:]PORT, such as 9464"
  bare_address host
  [[ -z $host || $local == no ]] || die 2 "--local and --host $host: one of the two expected"
  [[ -n $host || $local == yes ]] || die 2 "say where the servers are: --local or --host B (--help has the rest)"

  build_if_needed "$home" client-harness
  need_java
  client_jar=$(find_jar "$home" client-harness) || die 2 "there is no client-harness.jar beside $home/sweep.sh"
  out=${out:-$home/results/$(date +%Y%m%d-%H%M%S)}
  place=$(nearest_folder "$out")
  [[ $print_plan == yes || -w $place ]] ||
    die 2 "--out $out: $(id -un) may not write to $place: choose another folder"

  if [[ $local == yes ]]; then
    host=127.0.0.1 local_servers=yes
    control=$home/deploy/servers.sh
    # servers and clients of this machine have the same keys
    export RPC_STRESS_TLS_KEYS=${RPC_STRESS_TLS_KEYS:-$(state_folder "$home")/tls}
    [[ $print_plan == yes ]] || take_machine
    if other=$(foreign_server); then
      restarts+=(--cannot-restart "${other% *} (process ${other#* }) runs here and is not this sweep's: deploy/servers.sh stop ${other% *}, or --fresh-servers client")
    else
      restarts+=(--can-restart)
    fi
  else
    find_control "$host"
    [[ -z $control ]] || restarts+=(--can-restart)
  fi
  if [[ $print_plan == yes ]]; then
    begin "$out" --print-plan --host "$host" "${restarts[@]}" "${rest[@]}"
    return
  fi
  [[ -e $out ]] || made=yes
  said=$(mktemp) || die 2 "name another folder for temporary files in TMPDIR"
  needed=$(begin "$out" --host "$host" "${restarts[@]}" "${rest[@]}" 2>"$said") || status=$?
  # shellcheck disable=SC2086 # single words
  [[ $status -ne 0 || $local_servers == no ]] || lacking=$(missing_program $needed) || lacking=""
  [[ -n $lacking ]] || cat "$said" >&2
  rm -f "$said"
  [[ $status -eq 0 ]] || exit "$status"
  if [[ -n $lacking ]]; then
    if [[ $made == yes ]]; then
      rm -f "$out/sweep.json"
      rmdir --ignore-fail-on-non-empty "$out"
    fi
    die 2 "$lacking"
  fi
  # which the plan names, for the servers that this sweep starts
  RPC_STRESS_MESSAGE=$(sed -n 's/^ *"pack" : "\(.*\)",*$/\1/p' "$out/sweep.json" | awk '!seen[$0]++' | paste -sd,)
  export RPC_STRESS_MESSAGE
  mkdir -p "$out/log"
  exec {lock}>"$out/.lock"
  flock -w "$LOCK_SECONDS" "$lock" ||
    die 2 "another sweep, or the last point of one that was killed, is still busy in $out: wait until it ends"
  trap leave EXIT
  if restarts_servers; then
    prepare_restarts
  else
    prepare_as_they_are
  fi
  measure_points || exit $?
  # once more, for a server that died and came back between two points
  restarts_servers || [[ $local_servers == yes ]] ||
    await_servers "${server_wait:-$RETURN_SECONDS}" "the same command with --out $out goes on from here"
  client sweep end "$out" || status=$?
  leave
  trap - EXIT
  make_report
  return "$status"
}

trap interrupted INT TERM HUP
main "$@"
