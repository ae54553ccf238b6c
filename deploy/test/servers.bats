#!/usr/bin/env bats
# servers.sh with the real tcp server, on ports of its own.

bats_require_minimum_version 1.5.0
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
  run --separate-stderr servers start tcp --port tcp=0 "$@"
  assert_success
  ADDRESS=$(field 2) USAGE_PORT=$(field 3) SERVER_PID=$(field 4)
}

# ask NAME: one greeting over a bare socket.
ask() {
  exec 5<>"/dev/tcp/${ADDRESS%:*}/${ADDRESS##*:}"
  printf '%s\n' "$1" >&5
  head -n 1 <&5
  exec 5>&-
}

# usage_text: what the server tells at its usage endpoint.
usage_text() {
  exec 6<>"/dev/tcp/${ADDRESS%:*}/$USAGE_PORT"
  printf 'GET /usage HTTP/1.0\r\n\r\n' >&6
  cat <&6
  exec 6>&-
}

@test "start waits until the server answers, and says where" {
  start_tcp
  [[ ${#lines[@]} -eq 1 ]]
  assert_output --regexp '^tcp 127\.0\.0\.1:[0-9]+ [0-9]+ [0-9]+$'
  run ask Ada
  assert_output "hello, Ada"
  run usage_text
  assert_line "rpcstress_calls_served 1"
  # the JVM settings of every measurement
  run tr '\0' ' ' <"/proc/$SERVER_PID/cmdline"
  assert_output --partial "-XX:+UseSerialGC"
}

@test "starting again leaves a running server as it is" {
  start_tcp
  first=$output
  run --separate-stderr servers start tcp
  assert_success
  assert_equal "$output" "$first"
  assert_equal "$stderr" "tcp runs already"
}

@test "stop drains, and stopping again is fine" {
  start_tcp
  run servers stop
  assert_success
  assert_output ""
  run lives "$SERVER_PID"
  assert_failure
  run servers stop tcp
  assert_success
}

@test "status fails where nothing was started, and names a server that died" {
  run servers status
  assert_failure 1
  assert_output --partial "no server was started"
  start_tcp
  run servers status tcp
  assert_success
  kill -KILL "$SERVER_PID"
  while lives "$SERVER_PID"; do :; done
  run servers status tcp
  assert_failure 1
  assert_output "tcp does not run"
  start_tcp
}

@test "a taken port is said, and nothing stays behind" {
  start_tcp
  run --separate-stderr "$DEPLOY/servers.sh" start tcp --state "$STATE/other" --port "tcp=${ADDRESS##*:}"
  assert_failure 1
  assert_output ""
  [[ $stderr == *"$ADDRESS is taken"* ]]
  run "$DEPLOY/servers.sh" status --state "$STATE/other"
  assert_failure 1
}

@test "a server that does not react is killed after its drain time" {
  start_tcp --drain 1
  kill -STOP "$SERVER_PID"
  run servers stop
  assert_success
  assert_output --partial "was killed"
  run servers status
  assert_failure 1
}

@test "another process that got the number of a dead server is left alone" {
  sleep 300 3>&- &
  local other=$!
  mkdir -p "$STATE"
  echo "$other 1 1 127.0.0.1:9 9" >"$STATE/tcp.server"
  run servers status tcp
  assert_failure 1
  run servers stop
  assert_success
  lives "$other"
  kill "$other"
}

@test "restart is another process with the same options, and kill does not wait for a drain" {
  start_tcp --cpus 0 --drain 60 --bind 127.0.0.2
  assert_equal "${ADDRESS%:*}" 127.0.0.2
  local first=$SERVER_PID
  run --separate-stderr servers restart tcp
  assert_success
  [[ ${#lines[@]} -eq 1 ]]
  SERVER_PID=$(field 4)
  refute [ "$SERVER_PID" = "$first" ]
  run lives "$first"
  assert_failure
  run taskset -cp "$SERVER_PID"
  assert_output --regexp ': 0$'
  kill -STOP "$SERVER_PID"
  run servers kill
  assert_success
  run lives "$SERVER_PID"
  assert_failure
  run servers status
  assert_failure 1
}

@test "where one does not start, none of them stays" {
  start_tcp
  run servers start rpcx grpc --port "rpcx=0,grpc=${ADDRESS##*:}"
  assert_failure 1
  assert_output --partial "grpc did not start"
  run --separate-stderr servers status
  assert_success
  assert_output "tcp $ADDRESS $USAGE_PORT $SERVER_PID"
}

@test "a tuned server runs beside the example one, and each says which it is" {
  run --separate-stderr servers start grpc grpc@tuned --port grpc=0,grpc@tuned=0
  assert_success
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
  run --separate-stderr servers status grpc grpc@tuned
  assert_success
  assert_output "$both"
  run servers stop grpc
  assert_success
  run --separate-stderr servers status
  assert_success
  assert_output "$(tail -n 1 <<<"$both")"
  run servers stop grpc
  assert_success
  assert_output "grpc does not run, grpc@tuned does; to stop that: servers.sh stop grpc@tuned"
  run servers stop grpc --variant tuned
  assert_success
  run lives "$SERVER_PID"
  assert_failure
}

@test "what the server refuses is shown" {
  run servers start tcp --port tcp=0 --bind 192.0.2.1
  assert_failure 1
  assert_output --partial "tcp did not start"
  assert_output --partial "192.0.2.1"
}

@test "components.sh and its paths have exactly what a program of several serves" {
  local jar family listed
  for jar in "$DEPLOY"/../{server-*,companions/*,technologies/*/server}/target/server-*.jar; do
    family=${jar##*/server-} family=${family%.jar}
    [[ $family != *-plain* && $family != *-tests ]] || continue
    # shellcheck disable=SC2016 # for the inner shell to expand
    listed=$(home=$DEPLOY/.. bash -c '. "$home/deploy/lib/components.sh"
      if [[ $1 == proxy ]]; then
        printf "%s\n" "${PATHS[@]}"
      else
        for each in $(technologies) rabbitmq; do [[ $(family_of "$each") != "$1" ]] || printf "%s\n" "$each"; done
      fi | sort | paste -sd,' - "$family")
    run bash -c 'java -jar "$1" --help | tr -s "[:space:]" " " | sed "s/.*to serve, of: \([a-z0-9, -]*\) --port.*/\1/" | tr -d " " | tr , "\n" | sort | paste -sd,' - "$jar"
    assert_success
    assert_output "$listed"
  done
}
