#!/usr/bin/env bats
# The benchmark of the harness's own share: its arguments, a run of few calls, and that its clients by
# hand notice a wrong reply. No test of speed.

bats_require_minimum_version 1.5.0
load ../../deploy/test/helper

BENCH=$(cd "$BATS_TEST_DIRNAME/.." && pwd)

teardown() {
  [[ -z ${liar:-} ]] || kill "$liar" 2>/dev/null || true
}

need_compiler() { command -v cc >/dev/null || skip "no C compiler: apt-get install gcc libc6-dev"; }

compile() {
  need_compiler
  cc -O2 -std=c11 -Wall -Wextra -Wpedantic -Werror -pthread \
    -o "$BATS_TEST_TMPDIR/closed-loop" "$BENCH/closed-loop.c"
}

# start_liar RIGHT LINE: a server that answers so many calls right, then with the line; sets port.
start_liar() {
  command -v python3 >/dev/null || skip "no python3"
  python3 "$BATS_TEST_DIRNAME/liar.py" "$@" >"$BATS_TEST_TMPDIR/port" 3>&- &
  liar=$!
  local polls=0
  until [[ -s $BATS_TEST_TMPDIR/port ]]; do
    ((polls++ < 3000)) || fail "the server did not start"
    sleep 0.1
  done
  port=$(<"$BATS_TEST_TMPDIR/port")
}

@test "help names every option" {
  run "$BENCH/own-share.sh" --help
  assert_success
  for option in --parts --rounds --seconds --calls --threads --seed --cpus --wait --retries --json; do
    assert_output --partial -- "$option"
  done
  for part in null tcp http grpc live live-rate; do
    assert_line --regexp "^  $part  "
  done
}

@test "misuse ends with 2 and one line that says what was expected" {
  local line
  while read -r line; do
    # shellcheck disable=SC2086 # option and value
    run --separate-stderr "$BENCH/own-share.sh" $line
    assert_failure 2
    assert_output ""
    # shellcheck disable=SC2154 # "stderr_lines" is set by bats
    [[ ${#stderr_lines[@]} -eq 1 ]] || fail "$line: ${stderr_lines[*]}"
  done <<'LINES'
--parts tcp,udp
--threads 1,0
--threads many
--rounds 0
--rounds
--seconds 1.5
--calls 1000000000
--seed x
--cpus 0
--cpus 0,9999 --parts null
--json /no/such/folder/file.json
sideways
LINES
}

@test "an option that does not exist names the nearest" {
  run "$BENCH/own-share.sh" --round 3
  assert_failure 2
  assert_output --partial "did you mean --rounds?"
}

@test "a run of few calls compares all clients of tcp, and keeps every slice" {
  need_compiler
  local json=$BATS_TEST_TMPDIR/share.json
  run --separate-stderr "$BENCH/own-share.sh" --parts tcp --rounds 1 --calls 200 --threads 2 \
    --wait 0 --retries 0 --json "$json"
  assert_success
  assert_line --regexp '^ +2 +C '
  assert_line --regexp '^ +2 +harness '
  assert_line --regexp '^ +harness/C '
  grep -q '"part": "tcp", "client": "harness", "threads": 2, "round": 1, "calls": 200,' "$json"
  grep -q '"client": "harness/C", "metric": "callsPerSecond", "median": [0-9]' "$json"
  # Too few calls for a p99: unknown, which is not 0.
  grep -q '"client": "C", .*"p99Us": null' "$json"
}

@test "a part whose tool is missing is skipped with the package to ask for" {
  local bin=$BATS_TEST_TMPDIR/bin command
  mkdir "$bin"
  for command in bash dirname awk sed grep cat tr cut head readlink mktemp rm uname getconf nproc zcat \
    basename paste java taskset; do
    ln -s "$(command -v "$command")" "$bin/" || true
  done
  run env PATH="$bin" "$BENCH/own-share.sh" --parts tcp,http,grpc
  assert_failure 2
  assert_output --partial "tcp is skipped: no C compiler (cc); sudo "
  assert_output --partial "http is skipped: no wrk; sudo "
  assert_output --partial "grpc is skipped: no h2load; sudo "
}

@test "the client in C takes right replies only" {
  compile
  start_liar 5 "hello, abcdefghijklmnoq"
  run "$BATS_TEST_TMPDIR/closed-loop" 127.0.0.1 "$port" 1 100 1
  assert_failure 1
  assert_output --partial 'order 0: 5 of 100 calls came back right'
  assert_output --partial 'wrong reply: asked "abcdefghijklmnop", answered "hello, abcdefghijklmnoq"'
}

@test "the client in C refuses a line that only begins right" {
  compile
  start_liar 0 "hello, abcdefghijklmnop and more"
  run "$BATS_TEST_TMPDIR/closed-loop" 127.0.0.1 "$port" 1 3 1
  assert_failure 1
  assert_output --partial "0 of 3 calls came back right"
}

@test "the client in C says where nobody listens, and what its arguments are" {
  compile
  run "$BATS_TEST_TMPDIR/closed-loop" 127.0.0.1 1 1 1 1
  assert_failure 1
  assert_output --partial "connecting to 127.0.0.1:1"
  run "$BATS_TEST_TMPDIR/closed-loop" 127.0.0.1 1 0 1 1
  assert_failure 2
  assert_output --partial "threads '0': a number from 1 to 10000 expected"
}

@test "the client by hand in Java takes right replies only" {
  command -v javac >/dev/null || skip "no javac"
  javac --release 17 -Xlint:all -Werror -d "$BATS_TEST_TMPDIR" "$BENCH/ClosedLoop.java"
  start_liar 5 "hello, somebody else"
  run java -cp "$BATS_TEST_TMPDIR" ClosedLoop 127.0.0.1 "$port" 1 100 1
  assert_failure 1
  assert_output --partial "answered hello, somebody else"
}
