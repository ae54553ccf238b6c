#!/usr/bin/env bats
# servers.sh with the real tcp server, on ports of its own.

load helper

setup_file() { quick_java; }

setup() {
  JAR=$DEPLOY/../technologies/tcp/server/target/server-tcp.jar
  [[ -r $JAR ]] || fail "build it first: mvn -DskipTests package"
  STATE=$BATS_TEST_TMPDIR/state
}

teardown() {
  "$DEPLOY/servers.sh" stop --state "$STATE" --drain 1 >/dev/null 2>&1 || true
}

servers() { "$DEPLOY/servers.sh" "$@" --state "$STATE"; }

# field N: of the first line about a server.
field() { awk -v n="$1" 'NR == 1 { print $n }' <<<"$output"; }

start_tcp() {
  run -0 --separate-stderr servers start tcp --port tcp=0 "$@"
  ADDRESS=$(field 2) USAGE_PORT=$(field 3) SERVER_PID=$(field 4)
}

usage_text() { curl -s "http://${ADDRESS%:*}:$USAGE_PORT/usage"; }

@test "start waits until the server answers, says where, and leaves a running one as it is; stop drains it" {
  start_tcp
  [[ ${#lines[@]} -eq 1 ]]
  assert_output --regexp '^tcp 127\.0\.0\.1:[0-9]+ [0-9]+ [0-9]+$'
  local first=$output
  run ask "$ADDRESS" Ada
  assert_output "hello, Ada"
  run usage_text
  assert_line "rpcstress_calls_served 1"
  # the JVM settings of every measurement
  run tr '\0' ' ' <"/proc/$SERVER_PID/cmdline"
  assert_output --partial "-XX:+UseSerialGC"
  run -0 --separate-stderr servers start tcp
  assert_equal "$output" "$first"
  assert_equal "$stderr" "tcp runs already"
  run -0 servers stop
  assert_output ""
  run ! lives "$SERVER_PID"
  run -0 servers stop tcp
}

@test "status fails where nothing was started, and names a server that died" {
  run -1 servers status
  assert_output --partial "no server was started"
  start_tcp
  run -0 servers status tcp
  kill -KILL "$SERVER_PID"
  while lives "$SERVER_PID"; do :; done
  run -1 servers status tcp
  assert_output "tcp does not run"
  start_tcp
}

@test "a taken port is said, and nothing stays behind" {
  start_tcp
  run -1 --separate-stderr "$DEPLOY/servers.sh" start tcp --state "$STATE/other" --port "tcp=${ADDRESS##*:}"
  assert_output ""
  [[ $stderr == *"$ADDRESS is taken"* ]]
  run -1 "$DEPLOY/servers.sh" status --state "$STATE/other"
}

@test "a server that does not react is killed after its drain time" {
  start_tcp --drain 1
  kill -STOP "$SERVER_PID"
  run -0 servers stop
  assert_output --partial "was killed"
  run -1 servers status
}

@test "another process that got the number of a dead server is left alone" {
  sleep 300 3>&- &
  local other=$!
  mkdir -p "$STATE"
  echo "$other 1 1 127.0.0.1:9 9" >"$STATE/tcp.server"
  run -1 servers status tcp
  run -0 servers stop
  lives "$other"
  kill "$other"
}

@test "restart is another process with the same options, and kill does not wait for a drain" {
  start_tcp --cpus 0 --drain 60 --bind 127.0.0.2
  assert_equal "${ADDRESS%:*}" 127.0.0.2
  local first=$SERVER_PID
  run -0 --separate-stderr servers restart tcp
  [[ ${#lines[@]} -eq 1 ]]
  SERVER_PID=$(field 4)
  refute [ "$SERVER_PID" = "$first" ]
  run ! lives "$first"
  run taskset -cp "$SERVER_PID"
  assert_output --regexp ': 0$'
  kill -STOP "$SERVER_PID"
  run -0 servers kill
  run ! lives "$SERVER_PID"
  run -1 servers status
}

@test "where one does not start, none of them stays" {
  start_tcp
  run -1 servers start rpcx grpc --port "rpcx=0,grpc=${ADDRESS##*:}"
  assert_output --partial "grpc did not start"
  run -0 --separate-stderr servers status
  assert_output "tcp $ADDRESS $USAGE_PORT $SERVER_PID"
}

@test "a tuned server runs beside the example one, and each says which it is" {
  run -0 --separate-stderr servers start grpc grpc@tuned --port grpc=0,grpc@tuned=0
  [[ ${#lines[@]} -eq 2 ]]
  assert_line --index 0 --regexp '^grpc 127\.0\.0\.1:[0-9]+ [0-9]+ [0-9]+$'
  assert_line --index 1 --regexp '^grpc@tuned 127\.0\.0\.1:[0-9]+ [0-9]+ [0-9]+$'
  local both=$output name variant
  while read -r name ADDRESS USAGE_PORT SERVER_PID; do
    variant=example
    [[ $name == grpc ]] || variant=tuned
    run usage_text
    assert_line "rpcstress_server_variant{variant=\"$variant\"} 1"
  done <<<"$both"
  run -0 --separate-stderr servers status grpc grpc@tuned
  assert_output "$both"
  run -0 servers stop grpc
  run -0 --separate-stderr servers status
  assert_output "$(tail -n 1 <<<"$both")"
  run -0 servers stop grpc
  assert_output "grpc does not run, grpc@tuned does; to stop that: servers.sh stop grpc@tuned"
  run -0 servers stop grpc --variant tuned
  run ! lives "$SERVER_PID"
}

@test "what the server refuses is shown" {
  run -1 servers start tcp --port tcp=0 --bind 192.0.2.1
  assert_output --partial "tcp did not start"
  assert_output --partial "192.0.2.1"
}

@test "what the client's jar says can be started is what the programs serve" {
  local jar program
  java -jar "$DEPLOY/../client-harness/target/client-harness.jar" list --components >"$BATS_TEST_TMPDIR/list"
  for jar in "$DEPLOY"/../{server-*,companions/*,technologies/*/server}/target/server-*.jar; do
    program=$(basename "$jar" .jar)
    [[ $program != *-plain* && $program != *-tests ]] || continue
    run -0 bash -c 'java -jar "$1" --help | tr -s "[:space:]" " " | sed "s/.*to serve, of: \([a-z0-9, -]*\) --port.*/\1/" | tr -d " " | tr , "\n" | sort | paste -sd,' - "$jar"
    assert_output "$(awk -F '\t' -v program="$program" '$6 == program { print $8 }' "$BATS_TEST_TMPDIR/list" | sort -u | paste -sd,)"
  done
}
