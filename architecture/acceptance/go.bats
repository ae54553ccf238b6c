#!/usr/bin/env bats
# Servers in Go as a user builds, starts and measures them. Needs Go, and its modules from the network or its cache.

load ../../deploy/test/helper

setup() {
  cd "$BATS_TEST_DIRNAME/../.."
  PATH=$PATH:/usr/local/go/bin
  command -v go >/dev/null || skip "needs Go"
  state=$BATS_TEST_TMPDIR/state
}

teardown() { [[ -z ${state:-} ]] || deploy/servers.sh stop --state "$state" >/dev/null 2>&1 || true; }

# bats test_tags=long
@test "servers in Go are built, answer the Java clients, and count what these made" {
  local name port usage pid line
  mvn -q -B -ntp -Pgo -DskipTests package -pl technologies/go/server -am
  run -0 --separate-stderr deploy/servers.sh start grpc@go http-json@go --port grpc@go=0,http-json@go=0 --state "$state"
  printf '%s\n' "$output" >"$BATS_TEST_TMPDIR/running"
  while read -r line; do
    read -r name port usage pid <<<"$line"
    run -0 java -jar client-harness/target/client-harness.jar run --protocol "$name" --port "$name=${port##*:}" \
      --usage-port "$name=$usage" --threads 7 --requests 70 --runs 3 --out "$BATS_TEST_TMPDIR/${name%@*}"
    run -0 awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      { print $at["variant"], $at["callsOk"], $at["callsServed"], ($at["serverCpuUs"] > 0) }' "$BATS_TEST_TMPDIR/${name%@*}"/raw/*/*.csv
    assert_output $'go 70 70 1\ngo 70 70 1\ngo 70 70 1'
    run -0 curl -sf "http://127.0.0.1:$usage/usage"
    assert_line "rpcstress_calls_served 210"
  done <"$BATS_TEST_TMPDIR/running"
  assert_equal "$(wc -l <"$BATS_TEST_TMPDIR/running")" 2

  run -2 java -jar client-harness/target/client-harness.jar run --protocol grpc@go --operation put --threads 1 --requests 1
  assert_output --partial "grpc@go has no operation 'put': its server, in Go, answers greet alone"
  run -2 deploy/servers.sh start tcp@go --state "$state"
  assert_output --partial "tcp has no server in Go; grpc and http-json have"
  kill "$pid" # drains
  eventually 60 test ! -e "/proc/$pid"
}
