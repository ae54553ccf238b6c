#!/usr/bin/env bats
# What a user can do with the jars, from outside: commands, files and exit codes. It knows no class.
# RPC_STRESS_TREE names another checkout, with its jars built, that is to be judged instead of this one.

load ../../deploy/test/helper

setup_file() {
  TREE=${RPC_STRESS_TREE:-$BATS_TEST_DIRNAME/../..}
  export TREE CLIENT=$TREE/client-harness/target/client-harness.jar ANALYSIS=$TREE/analysis/target/analysis.jar
  quick_java
  start tcp "$TREE/technologies/tcp/server/target/server-tcp.jar"
  start rpcx "$TREE/server-rpcx/target/server-rpcx.jar"
  start grpc "$TREE/server-grpc/target/server-grpc.jar"
  PORTS=$(listed port) USAGE_PORTS=$(listed usage)
  export PORTS USAGE_PORTS
}

teardown_file() {
  local pid
  for pid in "$BATS_FILE_TMPDIR"/*.pid; do
    kill "$(<"$pid")" || true
  done
}

# start NAME JAR: a server on free ports, until it says that it is ready.
start() {
  local log=$BATS_FILE_TMPDIR/$1.log
  java -jar "$2" --port 0 --usage-port 0 >"$log" 2>&1 3>&- &
  printf '%s' "$!" >"$BATS_FILE_TMPDIR/$1.pid"
  until grep -q "^READY $1 " "$log"; do
    kill -0 "$!" || { cat "$log" >&2 && return 1; }
    sleep 0.1
  done
  sed -nE "s/^READY $1 .*:([0-9]+)$/$1=\1/p" "$log" >"$BATS_FILE_TMPDIR/$1.port"
  sed -nE "s~.*usage http://.*:([0-9]+)/usage$~$1=\1~p" "$log" >"$BATS_FILE_TMPDIR/$1.usage"
}

# listed KIND: NAME=PORT of all servers, with commas between.
listed() { cat "$BATS_FILE_TMPDIR"/*."$1" | paste -sd,; }

client() { java -jar "$CLIENT" "$@"; }
analysis() { java -jar "$ANALYSIS" "$@"; }

# calling COMMAND OPTION...: a command that calls the servers of this file.
calling() { client "$1" --port "$PORTS" --usage-port "$USAGE_PORTS" "${@:2}"; }

# rows FILE: how many rows of results it has.
rows() { tail -n +2 "$1" | wc -l; }

# sweep DIR: what a report is made of: three processes of two technologies, measured once.
sweep() {
  local measured=$BATS_FILE_TMPDIR/measured
  [[ -d $measured ]] ||
    calling run --protocol rpcx,grpc --threads 4 --requests 200 --runs 4 --repeat 3 --out "$measured" >"$measured.out"
  cp -r "$measured" "$1"
}

@test "version: what a program is, and what it was built from" {
  local jar
  for jar in "$CLIENT" "$ANALYSIS" "$TREE"/technologies/tcp/server/target/server-tcp.jar \
    "$TREE"/companions/{proxy/target/server-proxy,broker/target/server-broker}.jar \
    "$TREE"/companions/message-pack/target/message-pack.jar "$TREE"/rpcx/cli/target/rpcx-cli.jar; do
    run -0 java -jar "$jar" --version
    assert_line --index 0 --regexp "^[a-z-]+ [0-9.]+.*, built with JDK [0-9]"
    assert_line --index 1 --regexp '^commit [0-9a-f]{40}'
  done
}

@test "list: technologies, variants, ports and experiments, for people and for programs" {
  run -0 client list
  assert_output --regexp 'tuned +port 9102'
  assert_output --partial order-flow
  client list --json | python3 -c 'import json, sys
names = {json.loads(line).get("technology", json.loads(line).get("name")) for line in sys.stdin}
assert {"rpcx", "grpc", "openfeign", "tcp"} <= names, names'
}

@test "plan: every experiment and the default grid say how many points they have and how long they take" {
  local experiment
  for experiment in rpcx-grid paper paper-limits greet-rate list-echo order-flow order-chain put paths faults; do
    run -0 client plan --experiment "$experiment"
    assert_output --regexp '([0-9] points|: 1 point x [0-9])'
  done
}

@test "run: one row a run, of each technology, and a redo line that works" {
  run -0 calling run --protocol tcp,rpcx,grpc --threads 3 --requests 60 --runs 4 --out "$BATS_TEST_TMPDIR/out"
  local technology
  for technology in tcp rpcx grpc; do
    [[ $(rows "$BATS_TEST_TMPDIR/out/raw/$technology/t3-r60.csv") == 4 ]]
    [[ -s $BATS_TEST_TMPDIR/out/raw/$technology/t3-r60.hlog ]]
    assert_output --partial "$technology 3 threads x 60 requests"
  done
}

@test "run --json: every line is an object, and the counts are those of the file" {
  calling run --protocol tcp --threads 2 --requests 40 --runs 3 --json --out "$BATS_TEST_TMPDIR/out" >"$BATS_TEST_TMPDIR/json"
  python3 - "$BATS_TEST_TMPDIR" <<'PY'
import csv, json, sys
lines = [json.loads(line) for line in open(sys.argv[1] + "/json")]
rows = list(csv.DictReader(open(sys.argv[1] + "/out/raw/tcp/t2-r40.csv")))
assert len(rows) == 3 and all(int(row["callsOk"]) == 40 for row in rows), rows
assert sum(1 for line in lines if "order" in line) >= 3, lines
PY
}

@test "run --duration: one row a window" {
  run -0 calling run --protocol rpcx --threads 2 --warmup 200ms --duration 200ms --windows 4 --out "$BATS_TEST_TMPDIR/out"
  [[ $(rows "$BATS_TEST_TMPDIR/out/raw/rpcx/t2-timed200ms-warmup200ms-windows4.csv") == 4 ]]
}

@test "rate: what was offered, what was achieved, response beside service time" {
  run -0 calling rate --protocol grpc --rate 200 --warmup 1s --duration 1s --out "$BATS_TEST_TMPDIR/out"
  assert_output --partial 200
  local raw
  raw=$(find "$BATS_TEST_TMPDIR/out/raw/grpc" -name '*.csv' ! -name '*.series.csv')
  [[ $(rows "$raw") == 1 ]]
}

@test "calibrate: the harness's own cost, three floors, and the ceiling" {
  run -0 calling calibrate --rounds 1 --threads 2 --warmup 200ms --duration 200ms --windows 2 --budget 60s
  local floor
  for floor in per-thread multiplexed coalescing "ceiling at 2 threads"; do
    assert_line --partial "$floor"
  done
}

@test "coldstart: a sample of each technology whose server is up" {
  run -0 calling coldstart --protocol rpcx,tcp --repeat 1
  assert_output --partial rpcx
  assert_output --partial tcp
}

# bats test_tags=long
@test "cross-check: the same server by redis-benchmark, in turns" {
  command -v redis-benchmark >/dev/null || skip "redis-benchmark is missing: sudo apt-get install redis-tools"
  start redis "$TREE/technologies/redis/server/target/server-redis.jar"
  run -0 client cross-check --protocol redis --port "$(listed port)" --usage-port "$(listed usage)" --threads 2 \
    --rounds 2 --warmup 1s --duration 1s --out "$BATS_TEST_TMPDIR/out"
  assert_output --regexp 'calls/s +[0-9,]+ +[0-9,]+ +[0-9.]+ \([0-9.]+ to [0-9.]+\)'
  [[ $(rows "$BATS_TEST_TMPDIR/out/cross-check.csv") == 4 ]]
  run -2 env PATH=/nowhere "$(command -v java)" -jar "$CLIENT" cross-check --protocol redis --port "$(listed port)"
  assert_output --partial 'sudo apt-get install redis-tools'
}

@test "doctor: what it finds on this host and the other" {
  run -1 calling doctor --host 127.0.0.1 --protocol rpcx # both are on one host, which is a warning
  assert_output --partial jdk.version
  calling doctor --host 127.0.0.1 --protocol rpcx --json >"$BATS_TEST_TMPDIR/json" || [[ $? -eq 1 ]]
  run -0 python3 -c 'import json, sys; o = json.load(sys.stdin)
print(o["server"]["jdk.version"] == o["client"]["jdk.version"], float(o["link"]["rtt.p50.us"]) > 0, o["warnings"])' \
    <"$BATS_TEST_TMPDIR/json"
  assert_output --regexp '^True True .*on the same host'
}

@test "a report: answer on stdout, page, tables and figures; a second time the same" {
  sweep "$BATS_TEST_TMPDIR/mine"
  run -0 analysis report "$BATS_TEST_TMPDIR/mine"
  assert_output --partial grpc
  [[ -s $BATS_TEST_TMPDIR/mine/report.html && -s $BATS_TEST_TMPDIR/mine/results.db ]]
  cp -r "$BATS_TEST_TMPDIR/mine/tables" "$BATS_TEST_TMPDIR/first"
  run -0 analysis report "$BATS_TEST_TMPDIR/mine"
  diff -r "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/mine/tables"
}

@test "summary and compare: Markdown for a ticket, a gate for CI" {
  sweep "$BATS_TEST_TMPDIR/a"
  cp -r "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
  run -0 analysis summary "$BATS_TEST_TMPDIR/a"
  assert_output --regexp '\|.*rpcx'
  run analysis compare "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b" --fail-if-slower 5% --html "$BATS_TEST_TMPDIR/page.html"
  assert_success
  [[ -s $BATS_TEST_TMPDIR/page.html ]]
}

@test "no server: the point has failed by its name, exit 1, and what was there stays" {
  calling run --protocol tcp --threads 1 --requests 10 --runs 2 --out "$BATS_TEST_TMPDIR/out" >/dev/null
  run -1 client run --protocol rpcx --port rpcx=1 --usage-port rpcx=2 --threads 1 --requests 10 --out "$BATS_TEST_TMPDIR/out"
  assert_output --partial unreachable
  [[ -s $BATS_TEST_TMPDIR/out/raw/rpcx/t1-r10.FAILED && ! -e $BATS_TEST_TMPDIR/out/raw/rpcx/t1-r10.csv ]]
  [[ $(rows "$BATS_TEST_TMPDIR/out/raw/tcp/t1-r10.csv") == 2 ]]
}

@test "bad input: exit 2, one line that names the value, nothing written" {
  run -2 client run --protocol grcp --threads 1 --requests 1 --out "$BATS_TEST_TMPDIR/out"
  assert_output --partial "'grcp'"
  [[ ${#lines[@]} -eq 1 && ! -e $BATS_TEST_TMPDIR/out ]]
}

@test "bad input of the analysis: exit 2, one line" {
  run -2 analysis report "$BATS_TEST_TMPDIR/nosuch"
  assert_output --partial nosuch
  run -2 analysis compare "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/nosuch"
  run -2 analysis tables "$BATS_TEST_TMPDIR" --nosuch
  assert_output --partial nosuch
}
