#!/usr/bin/env bats
# The broker as a component: started with the server that needs it, reported, killed and stopped by the scripts, with the
# real program where it is installed.

bats_require_minimum_version 1.5.0
load helper

readonly PORT=39581

setup_file() { quick_java; }

setup() {
  [[ -r $DEPLOY/../technologies/amqp/server/target/server-amqp.jar && -r $DEPLOY/../companions/broker/target/server-broker.jar ]] ||
    fail "build it first: mvn -DskipTests package"
  STATE=$BATS_TEST_TMPDIR/state
}

teardown() {
  "$DEPLOY/servers.sh" stop --state "$STATE" --drain 5 >/dev/null 2>&1 || true
}

servers() { "$DEPLOY/servers.sh" "$@" --state "$STATE"; }

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
  run --separate-stderr servers start amqp --port "amqp=$PORT"
  assert_success
  assert_line --index 0 --regexp "^rabbitmq 127\.0\.0\.1:$PORT $((PORT + 2000)) [0-9]+$"
  assert_line --index 1 --regexp "^amqp 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  local pid all each password
  pid=$(awk '$1 == "rabbitmq" { print $NF }' <<<"$output")
  all=$(below "$pid")
  assert [ -n "$all" ]
  # clients' port as it was told; Erlang's own and its port mapper's for this host alone
  for each in $all; do
    run bash -c "ss -Hltnp | grep 'pid=$each,' | awk '{ print \$4 }' | grep -v '^127\.0\.0\.1:\|^\[::1\]:\|^\[::ffff:127\.0\.0\.1\]:'"
    assert_failure
  done
  run stat -c %a "$STATE/broker.credentials"
  assert_output 600
  password=$(sed -n 's/^password=//p' "$STATE/broker.credentials")
  assert [ -n "$password" ]
  run grep -rlF "$password" "$STATE"
  assert_output "$STATE/broker.credentials"
  # read from a file: else the search would find its own arguments
  sed -n 's/^password=//p' "$STATE/broker.credentials" >"$BATS_TEST_TMPDIR/password"
  run bash -c 'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\0" "\n" | grep -cFf "$1"' - "$BATS_TEST_TMPDIR/password"
  assert_output 0
  # it goes on where it was killed and is started again, and the server with it
  servers kill rabbitmq
  run servers status rabbitmq
  assert_failure
  run --separate-stderr servers start rabbitmq --port "rabbitmq=$PORT"
  assert_success
  run servers stop amqp
  assert_success
  for each in $all; do assert [ ! -e "/proc/$each" ]; done
  run servers status
  assert_failure
}

# bats test_tags=long
@test "the services of place-order start with the broker, are told where their usage is, and stop with it" {
  need_rabbitmq
  run --separate-stderr servers start roles-amqp --port "amqp=$PORT"
  assert_success
  assert_line --index 0 --regexp "^rabbitmq 127\.0\.0\.1:$PORT $((PORT + 2000)) [0-9]+$"
  assert_line --index 1 --regexp "^shipping-amqp 127\.0\.0\.1:$PORT $((PORT + 1600)) [0-9]+$"
  assert_line --index 4 --regexp "^order-amqp 127\.0\.0\.1:$PORT $((PORT + 1000)) [0-9]+$"
  run curl -s "http://127.0.0.1:$((PORT + 1000))/services"
  assert_line "peer customer 127.0.0.1:$((PORT + 1400))"
  # one alone finds the broker where it is, and its place among the others
  servers kill shipping-amqp
  run --separate-stderr servers start shipping-amqp
  assert_success
  assert_line --regexp "^shipping-amqp 127\.0\.0\.1:$PORT $((PORT + 1600)) [0-9]+$"
  run servers stop roles-amqp
  assert_success
  run servers status
  assert_failure
}

@test "a broker that is not installed is named with its package, and nothing starts" {
  [[ ! -x /usr/lib/rabbitmq/bin/rabbitmq-server ]] || skip "rabbitmq-server is installed here"
  run servers start amqp --port "amqp=$PORT"
  assert_failure 2
  assert_equal "${#lines[@]}" 1
  assert_output --partial "rabbitmq-server is not installed: install it, and stop the service that it starts: sudo apt-get install"
}
