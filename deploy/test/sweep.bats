#!/usr/bin/env bats
# A sweep on this machine: misuse, the failure rule, and that no point is lost or done twice when it
# is killed. Real servers on their default ports.

load helper

SWEEP="$DEPLOY/../sweep.sh"
readonly POINTS=6
# A machine that runs other tests meanwhile flags points, and neither warming nor speed is what these
# tests are about.
readonly QUIET=(--retry-flagged 0 --server-warmup 0s "--jvm-options=-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1")
readonly ONE=(--local --protocols tcp --no-report --no-calibrate "${QUIET[@]}")
readonly GRID=("${ONE[@]}" --threads "1:3:1" --requests "20,40" --runs 3)

setup_file() { quick_java; }

setup() {
  OUT="$BATS_TEST_TMPDIR/sweep"
  LOG="$BATS_TEST_TMPDIR/log"
}

# No server of a sweep that was killed may take the next test's port.
teardown() {
  "$DEPLOY/servers.sh" stop haproxy-tcp tcp grpc grpc@tuned >/dev/null 2>&1 || true
}

results() { find "$OUT/raw" -name '*.csv' 2>/dev/null | wc -l; }
has_results() { [[ $(results) -ge $1 ]]; }

# begin OPTION...: a sweep in the background, in a session of its own, so that kill -9 takes the script and its client as
# a power cut would.
begin() {
  setsid "$SWEEP" "$@" --out "$OUT" >"$LOG" 2>&1 3>&- &
  sweep=$!
}

measures_nothing() { ! pgrep -s "$sweep" -f 'client-harness.jar' >/dev/null; }

# Every point that "run" noted in the log, once each.
assert_no_point_twice() {
  run bash -c "grep -E '^tcp [0-9]+ threads' '$OUT/log/run.txt' | sort | uniq -d"
  assert_output ""
}

assert_every_file_whole() {
  local file
  for file in "$OUT"/raw/tcp/*.csv; do
    assert_equal "$(wc -l <"$file")" 4
    [[ -s ${file%.csv}.hlog ]]
  done
  run find "$OUT" -name '*.tmp'
  assert_output ""
}

@test "killed in the middle and started again: no point twice, none lost, every file whole" {
  begin "${GRID[@]}"
  eventually 600 has_results 2
  kill -KILL -- "-$sweep"
  wait "$sweep" || true
  # the script alone: what it started ends, too
  begin "${GRID[@]}"
  eventually 600 has_results 3
  kill -KILL "$sweep"
  wait "$sweep" || true
  eventually 60 measures_nothing
  local before
  before=$(results)
  ((before < POINTS))
  # what it would have left in the middle of a file, wherever the signal came
  echo half >"$OUT/raw/tcp/.half.csv.$sweep.tmp"

  run -0 "$SWEEP" "${GRID[@]}" --out "$OUT"
  assert_equal "$(results)" "$POINTS"
  assert_no_point_twice
  assert_every_file_whole

  run -0 "$SWEEP" "${GRID[@]}" --out "$OUT"
  assert_no_point_twice
}

# make_host_a COMMAND: its folder, with that in the place of the sweep.
make_host_a() {
  home=$BATS_TEST_TMPDIR/home
  mkdir -p "$home/deploy"
  cp -r "$DEPLOY"/{host,lib} "$home/deploy/"
  printf '#!/bin/sh\n%s\n' "$1" >"$home/sweep.sh"
  chmod +x "$home/sweep.sh"
  echo "java=$(command -v java)" >"$home/host.conf"
}

job() { "$home/deploy/host/sweep-job.sh" "$@"; }

@test "a plan that is printed is no job, and leaves no options for what follows" {
  make_host_a 'echo "sweep: $*"'
  run -0 job start one --host 127.0.0.1 --duration 1s --print-plan
  assert_output --regexp "^sweep: --host 127.0.0.1 --duration 1s --print-plan .*--out $home/results/one$"
  run -0 job status
  assert_output ""
  job start one --host 127.0.0.1 --requests 1000
  run -0 job follow one
  assert_line --partial "sweep: --host 127.0.0.1 --requests 1000"
  run -0 job start one --requests 20 --print-plan
  assert_output --partial "sweep: --host 127.0.0.1"
  run -0 grep -A 1 -xF -- --requests "$home/jobs/one/options"
  assert_output $'--requests\n1000'
}

@test "a job whose keeper alone was killed runs still, is not started again, and is stopped by its name" {
  local pid
  make_host_a 'exec sleep 300'
  job start one --host 127.0.0.1 3>&-
  read -r pid _ <"$home/jobs/one/keeper"
  kill -KILL "$pid"
  eventually 30 refute lives "$pid"
  run -0 job status one
  assert_line "one running, 0 points, 0 failed"
  refute_line --partial "start it again"
  run -4 job start one
  assert_output "one runs already"
  read -r pid _ <"$home/jobs/one/sweep"
  run -0 job stop one
  run ! lives "$pid"
  # as earlier versions wrote it: no process has that number
  echo 4194305 >"$home/jobs/one/sweep"
  run -0 job status one
  assert_line "one gone, 0 points, 0 failed"
}

# bats test_tags=long
@test "two local sweeps at once: the second is refused, names the first, and writes nothing" {
  begin "${ONE[@]}" --threads 1 --duration 20s --windows 1 --warmup 0s
  eventually 60 test -e "$OUT/log/servers.txt"

  run -2 "$SWEEP" "${GRID[@]}" --out "$OUT-2"
  assert_output --partial "another sweep is busy on this machine, into $OUT: "
  [[ ! -e $OUT-2 ]]

  kill -TERM "$sweep"
  wait "$sweep" || true
}

@test "Ctrl-C: 130, the servers are stopped, and it goes on later" {
  begin "${GRID[@]}"
  eventually 600 has_results 1
  kill -TERM "$sweep"
  local status=0
  wait "$sweep" || status=$?
  assert_equal "$status" 130
  run -1 "$DEPLOY/servers.sh" status tcp
}

@test "defect 5: a sweep with a failed point ends with exit code 1 and says what failed" {
  # No JVM measures anything in 10 ms: every point is a timeout.
  run -1 "$SWEEP" "${ONE[@]}" --threads 1::1 --requests 1::1 --timeout 10ms --out "$OUT"
  assert_equal "$(find "$OUT/raw" -name '*.FAILED' | wc -l)" 1
  run cat "$OUT"/raw/tcp/t1-r1.FAILED
  assert_output --partial "cause: timeout"
  assert_output --partial "redo: "
}

# bats test_tags=long
@test "a sweep calibrates once, with a tcp server for that alone" {
  local -a one=(--local --protocols rpcx --threads 2 --requests 20 --runs 2 --no-report "${QUIET[@]}" --out "$OUT")
  run -0 "$SWEEP" "${one[@]}"
  assert_output --partial "calibrating, 1 of 12"
  run cat "$OUT/log/calibration.txt"
  assert_output --partial "the harness itself: "
  assert_output --partial "ceiling at 2 threads: "
  local before
  before=$(grep -A 2 '"calibration"' "$OUT/sweep.json")
  assert [ -n "$before" ]
  run -1 "$DEPLOY/servers.sh" status tcp

  run -0 "$SWEEP" "${one[@]}"
  assert_output --partial "calibrated already"
  assert_equal "$(grep -A 2 '"calibration"' "$OUT/sweep.json")" "$before"
}

# ---- servers ----------------------------------------------------------------------------------

# processes SERVER: the ids of the processes that the sweep started for it, in order.
processes() { awk -v name="$1" '$1 == name { print $NF }' "$OUT/log/servers.txt"; }

# bats test_tags=long
@test "each round over the grid meets new servers, which are warmed by a client of their own" {
  run -0 "$SWEEP" --local --protocols tcp --threads 2 --requests "20,30" --runs 2 --repeat 2 --no-report --no-calibrate \
    --retry-flagged 0 --server-warmup 200ms --out "$OUT"
  assert_line "new servers for each round of processes (--fresh-servers round)"
  assert_equal "$(processes tcp | sort -u | wc -l)" 2
  assert_equal "$(grep -c ' tcp: server of .* warmed for 2200ms at 2 threads by [1-9][0-9]* calls$' "$OUT/log/warmups.txt")" 2
  run cat "$OUT/sweep.json"
  assert_output --partial '"fresh-servers" : "round"'
  assert_output --partial '"server-warmup" : "200ms"'
  run -1 "$DEPLOY/servers.sh" status tcp
}

# warms: the client that warms a server, while no point is measured.
warms() { pgrep -s "$sweep" -f rpcstress.child; }

# bats test_tags=long
@test "a server whose warm-up is killed is warmed again before its point" {
  begin --local --protocols tcp --threads 2 --requests 20 --runs 2 --no-report --no-calibrate --retry-flagged 0 \
    --server-warmup 1s
  eventually 120 warms
  kill -KILL "$(warms)"
  wait "$sweep"
  assert_equal "$(grep -c '^the server of tcp could not be warmed: ' "$LOG")" 1
  assert_equal "$(grep -c ' tcp: server of .* warmed for 3s at 2 threads by [1-9][0-9]* calls$' "$OUT/log/warmups.txt")" 1
  assert_equal "$(results)" 1
}

@test "a server that somebody else started is neither stopped nor restarted, and the sweep says so" {
  "$DEPLOY/servers.sh" start tcp
  run -2 "$SWEEP" --local --protocols tcp --threads 1 --requests 20 --runs 2 --fresh-servers round --no-report \
    --no-calibrate --out "$OUT"
  assert_equal "${#lines[@]}" 1
  assert_output --partial "--fresh-servers round: tcp (process "
  assert_output --partial "deploy/servers.sh stop tcp, or --fresh-servers client"
  [[ ! -e $OUT ]]

  run -0 "$SWEEP" "${ONE[@]}" --threads 1 --requests 20 --runs 2 --out "$OUT"
  assert_line "the servers stay up from start to end (--fresh-servers client)"
  run -0 "$DEPLOY/servers.sh" status
  assert_equal "${#lines[@]}" 1 # tcp, and no other was started
}

# is_called PORT: whether somebody is connected to it.
is_called() { [[ -n $(ss -Htn state established "( sport = :$1 )") ]]; }

# is_frozen: whether the server of the sweep stands still.
is_frozen() {
  local pid
  pid=$("$DEPLOY/servers.sh" status tcp 2>/dev/null | awk '{ print $NF }')
  [[ -n $pid ]] && grep -qs '^State:[[:space:]]*T' "/proc/$pid/status"
}

# cell FILE COLUMN: of its one row.
cell() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i } NR == 2 { print $n }' "$1"; }

# bats test_tags=long
@test "a frozen server goes on though the sweep is killed meanwhile; then the row says what that cost its calls" {
  local -a frozen=("${ONE[@]}" --rate 50 --duration 16s --warmup 1s --deadline 1s --fault server-frozen)
  begin "${frozen[@]}"
  eventually 120 is_frozen
  kill -KILL -- "-$sweep"
  wait "$sweep" || true
  eventually 30 refute is_frozen
  run -0 "$DEPLOY/servers.sh" status tcp

  run -0 "$SWEEP" "${frozen[@]}" --out "$OUT"
  local csv=$OUT/raw/tcp/rate50-constant-16s-warmup1s-fault-server-frozen.csv
  run cell "$csv" faultFailures
  assert_output --regexp '^deadline=[0-9]+$'
  assert_equal "$(cell "$csv" callsFailed) ${output#*=}" "0 $(cell "$csv" callsTimedOut)"
  (($(cell "$csv" faultDueUs) == 4000000 && $(cell "$csv" faultToUs) > $(cell "$csv" faultFromUs)))
  # two counts of the server's own: of replies, and of what ran by the numbers in the names
  assert_equal "$(cell "$csv" faultRan) $(cell "$csv" faultRanTwice)" "$(cell "$csv" callsServed) 0"
  # as many as the server answered in the row are in the series, and none came while it stood still
  run awk -F, 'NR > 1 && $3 == "window" && $4 == 0' "${csv%.csv}.series.csv"
  ((${#lines[@]} >= 30))
}

# stays PID: whether a neighbour does.
stays() { grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; }

# bats test_tags=long
@test "a neighbour ends by itself though the sweep is killed meanwhile; then the log has what it took" {
  local -a beside=("${ONE[@]}" --rate 50 --duration 32s --warmup 1s --fault neighbour)
  local pid file=$DEPLOY/../.run/tcp.neighbour
  rm -f "$file"
  begin "${beside[@]}"
  eventually 120 test -s "$file"
  kill -KILL -- "-$sweep"
  wait "$sweep" || true
  pid=$(sed -n 1p "$file")
  stays "$pid"
  eventually 60 refute stays "$pid"
  run -0 "$DEPLOY/servers.sh" status tcp

  run -0 "$SWEEP" "${beside[@]}" --out "$OUT"
  run -0 grep -c '^neighbour of tcp: [0-9.]* % of a processor for [0-9.]* s$' "$OUT/log/servers.txt"
  [[ ! -e $file ]]
  local csv=$OUT/raw/tcp/rate50-constant-32s-warmup1s-fault-neighbour.csv
  (($(cell "$csv" faultDueUs) == 8000000 && $(cell "$csv" faultToUs) > $(cell "$csv" faultFromUs)))
  assert_equal "$(cell "$csv" faultRan) $(cell "$csv" faultRanTwice)" "$(cell "$csv" callsServed) 0"
}

# bats test_tags=long
@test "a proxy that is stopped in mid-run fails the point by its name, and the next point finds it started again" {
  PATH=$PATH:/usr/sbin command -v haproxy >/dev/null || skip "haproxy is not installed here"
  begin "${ONE[@]}" --path haproxy --threads "1,2" --duration 8s --windows 1 --warmup 0s --order paper
  local status=0 jar
  eventually 120 is_called 11004
  jar=$("$DEPLOY/servers.sh" status haproxy-tcp | awk '{ print $NF }')
  kill -KILL "$(ps -o pid= --ppid "$jar" | tr -d ' ')"
  wait "$sweep" || status=$?
  assert_equal "$status" 1
  run cat "$OUT"/raw/tcp/t1-*-via-haproxy*.FAILED
  assert_line --regexp "^detail: haproxy-tcp (no longer reports|ended meanwhile)"
  run find "$OUT/raw/tcp" -name 't2-*-via-haproxy*.csv' ! -name '*.series.csv'
  assert_equal "${#lines[@]}" 1
  run cat "$LOG"
  assert_line "1 point done, 1 failed, 0 skipped after a failed one"
}
