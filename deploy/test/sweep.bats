#!/usr/bin/env bats
# A sweep on this machine: misuse, the failure rule, and that no point is lost or done twice when it
# is killed. Real servers on their default ports.

load helper

SWEEP="$DEPLOY/../sweep.sh"
readonly POINTS=6
readonly GRID=(--local --protocols tcp --threads "1:3:1" --requests "20,40" --runs 3 --no-report)

setup() {
  OUT="$BATS_TEST_TMPDIR/sweep"
  LOG="$BATS_TEST_TMPDIR/log"
}

# No server of a sweep that was killed may take the next test's port.
teardown() {
  "$DEPLOY/servers.sh" stop tcp >/dev/null 2>&1 || true
}

results() { find "$OUT/raw" -name '*.csv' 2>/dev/null | wc -l; }
has_results() { [[ $(results) -ge $1 ]]; }

# eventually SECONDS COMMAND...: until the command succeeds.
eventually() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# Every point that "run" told of in the log, once each.
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

@test "help names every option" {
  run "$SWEEP" --help
  assert_success
  for option in --local --host --quick --protocols --threads --requests --out --fresh --redo-failed; do
    assert_output --partial -- "$option"
  done
}

@test "without servers to call it is misuse" {
  run "$SWEEP" --out "$OUT"
  assert_failure 2
  assert_output --partial "--local or --host B"
}

@test "an unknown technology is misuse, with the nearest one, and nothing is written" {
  run "$SWEEP" --local --protocols rpxc --out "$OUT"
  assert_failure 2
  assert_output --partial "rpxc"
  assert_output --partial "rpcx"
  [[ ! -e $OUT ]]
}

@test "a range that is none is misuse" {
  run "$SWEEP" --local --threads 10:x:10 --out "$OUT"
  assert_failure 2
  assert_output --partial "10:x:10"
  [[ ! -e $OUT ]]
}

@test "killed in the middle and started again: no point twice, none lost, every file whole" {
  # In a session of its own, so that kill -9 takes the script and its client as a power cut would.
  setsid "$SWEEP" "${GRID[@]}" --out "$OUT" >"$LOG" 2>&1 3>&- &
  local sweep=$!
  eventually 120 has_results 2
  kill -KILL -- "-$sweep"
  wait "$sweep" || true
  local before
  before=$(results)
  ((before < POINTS))

  run "$SWEEP" "${GRID[@]}" --out "$OUT"
  assert_success
  assert_equal "$(results)" "$POINTS"
  assert_no_point_twice
  assert_every_file_whole

  run "$SWEEP" "${GRID[@]}" --out "$OUT"
  assert_success
  assert_no_point_twice
}

@test "another grid is not mixed into a sweep" {
  run "$SWEEP" "${GRID[@]}" --threads 1 --requests 20 --out "$OUT"
  assert_success
  run "$SWEEP" "${GRID[@]}" --threads 2 --requests 20 --out "$OUT"
  assert_failure 2
  assert_output --partial "sweep.json"
}

@test "Ctrl-C: 130, the servers are stopped, and it goes on later" {
  setsid "$SWEEP" "${GRID[@]}" --out "$OUT" >"$LOG" 2>&1 3>&- &
  local sweep=$!
  eventually 120 has_results 1
  kill -TERM "$sweep"
  local status=0
  wait "$sweep" || status=$?
  assert_equal "$status" 130
  run "$DEPLOY/servers.sh" status tcp
  assert_failure 1
}

@test "a failed point ends its row, open ends end, and the sweep says what failed" {
  # No JVM measures anything in 10 ms: every point is a timeout.
  run "$SWEEP" --local --protocols tcp --threads 1::1 --requests 1::1 --timeout 0.01s --no-report --out "$OUT"
  assert_failure 1
  assert_equal "$(find "$OUT/raw" -name '*.FAILED' | wc -l)" 1
  run cat "$OUT"/raw/tcp/t1-r1.FAILED
  assert_output --partial "cause: timeout"
  assert_output --partial "redo: "
}
