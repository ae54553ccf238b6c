#!/usr/bin/env bats
# The services of place-order as components: started, told of each other, reported, killed and stopped by the scripts.

bats_require_minimum_version 1.5.0
load helper

readonly PORT=39501
readonly PORTS=order-http-json=$PORT,product-http-json=$((PORT + 1)),customer-http-json=$((PORT + 2)),shipping-http-json=$((PORT + 3))

setup_file() { quick_java; }

setup() {
  [[ -r $DEPLOY/../technologies/http/server/target/server-http.jar && -r $DEPLOY/../technologies/tcp/server/target/server-tcp.jar ]] ||
    fail "build it first: mvn -DskipTests package"
  STATE=$BATS_TEST_TMPDIR/state
}

teardown() {
  "$DEPLOY/servers.sh" stop --state "$STATE" --drain 1 >/dev/null 2>&1 || true
}

servers() { "$DEPLOY/servers.sh" "$@" --state "$STATE"; }

# order ID: places an order; prints the body and the status.
order() {
  curl -s -m 20 -w ' %{http_code}\n' -H 'Content-Type: application/json' \
    -d "{\"id\":$1,\"billing\":\"Ada\",\"products\":[{\"id\":1,\"name\":\"pen\",\"quantity\":2}]}" \
    "http://127.0.0.1:$PORT/orders"
}

@test "all services of a technology start together, confirm an order, and stop" {
  run --separate-stderr servers start roles-http-json --port "$PORTS"
  assert_success
  assert_line --index 0 --regexp "^shipping-http-json 127\.0\.0\.1:$((PORT + 3)) $((PORT + 1003)) [0-9]+$"
  assert_line --index 3 --regexp "^order-http-json 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  run order 7
  assert_output '{"state":"success","order":7} 201'
  # each of them has one heap, whatever the jar asks for
  run bash -c "tr '\0' ' ' <\"/proc/\$(cut -d ' ' -f 1 \"$STATE/shipping-http-json.server\")/cmdline\""
  assert_output --partial "-Xmx128m"
  run servers status roles-http-json
  assert_success
  assert_equal "${#lines[@]}" 4
  run servers stop roles-http-json
  assert_success
  run servers status
  assert_failure
}

# bats test_tags=long
@test "a technology's port moves all of its services" {
  run --separate-stderr servers start roles-http-json --port "http-json=$PORT"
  assert_success
  assert_line --index 0 --regexp "^shipping-http-json 127\.0\.0\.1:$((PORT + 600)) "
  assert_line --index 3 --regexp "^order-http-json 127\.0\.0\.1:$PORT "
  run order 6
  assert_output '{"state":"success","order":6} 201'
  servers stop roles-http-json >/dev/null
  run servers start roles-http-json --port http-json=0
  assert_failure 2
  assert_output "servers.sh: --port http-json=0: services that call each other need ports that are known"
}

# bats test_tags=long
@test "one service that is gone fails the order by its name, and comes back by itself" {
  servers start roles-http-json --port "$PORTS" >/dev/null
  servers kill shipping-http-json
  run order 8
  assert_output --partial "the customer service"
  assert_output --partial "the shipping service"
  assert_output --partial " 502"
  servers start shipping-http-json --port "$PORTS" >/dev/null
  run order 9
  assert_output '{"state":"success","order":9} 201'
}

@test "a server without a role has all of them" {
  servers start http-json --port "http-json=$PORT" >/dev/null
  run order 10
  assert_output '{"state":"success","order":10} 201'
}
