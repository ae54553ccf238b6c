#!/usr/bin/env bats
# Proxies as components: started beside a server, checked, reported and stopped by the scripts, with the real
# programs where they are installed.

bats_require_minimum_version 1.5.0
load helper

readonly PORT=39481

setup_file() { quick_java; }

setup() {
  JAR=$DEPLOY/../technologies/tcp/server/target/server-tcp.jar
  [[ -r $JAR && -r $DEPLOY/../companions/proxy/target/server-proxy.jar && -r $DEPLOY/../client-harness/target/client-harness.jar ]] ||
    fail "build it first: mvn -DskipTests package"
  STATE=$BATS_TEST_TMPDIR/state
}

teardown() {
  "$DEPLOY/servers.sh" stop --state "$STATE" --drain 1 >/dev/null 2>&1 || true
}

servers() { "$DEPLOY/servers.sh" "$@" --state "$STATE"; }

need() { PATH=$PATH:/usr/local/sbin:/usr/sbin command -v "$1" >/dev/null || skip "$1 is not installed here"; }

# ask PORT NAME: one greeting over a bare socket.
ask() {
  exec 5<>"/dev/tcp/127.0.0.1/$1"
  printf '%s\n' "$2" >&5
  head -n 1 <&5
  exec 5>&-
}

# lives PID: it runs; one that ended but whose parent has not noticed yet does not.
lives() { [[ -e /proc/$1/status ]] && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }

# children PID: what runs below it.
children() { ps -o pid= --ppid "$1" | tr -d ' '; }

@test "a proxy starts beside its server, carries calls, and stops with it" {
  need haproxy
  run --separate-stderr servers start tcp haproxy-tcp --port "tcp=$PORT,haproxy-tcp=$((PORT + 1))"
  assert_success
  assert_line --index 0 --regexp "^tcp 127\.0\.0\.1:$PORT [0-9]+ [0-9]+$"
  assert_line --index 1 --regexp "^haproxy-tcp 127\.0\.0\.1:$((PORT + 1)) $((PORT + 1001)) [0-9]+$"
  local pid child
  pid=$(awk '$1 == "haproxy-tcp" { print $NF }' <<<"$output")
  child=$(children "$pid")
  assert [ -n "$child" ]
  run ask "$((PORT + 1))" Ada
  assert_output "hello, Ada"
  # nothing but its port is open, and its admin socket is its user's alone
  run bash -c "ss -Hltnp | grep 'pid=$child,' | wc -l"
  assert_output 1
  run servers stop
  assert_success
  run lives "$child"
  assert_failure
}

@test "a proxy finds the port of a server that runs already, and kill leaves nothing" {
  need haproxy
  servers start tcp --port tcp=0
  run --separate-stderr servers start haproxy-tcp --port "haproxy-tcp=$((PORT + 2))"
  assert_success
  local child
  child=$(children "$(awk '$1 == "haproxy-tcp" { print $NF }' <<<"$output")")
  run ask "$((PORT + 2))" Grace
  assert_output "hello, Grace"
  run servers kill haproxy-tcp
  assert_success
  run lives "$child"
  assert_failure
  run servers status tcp
  assert_success
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
  run servers start tcp envoy-tcp --port "tcp=$((PORT + 4)),envoy-tcp=$((PORT + 5))"
  assert_failure 2
  assert_equal "${#lines[@]}" 1
  assert_output --partial "envoy-tcp: envoy is not installed: put it into PATH, for example: sudo python3 -m pip install"
  run servers status
  assert_failure

  run "$DEPLOY/../sweep.sh" --local --protocols tcp --path envoy --threads 1 --requests 10 --out "$BATS_TEST_TMPDIR/sweep"
  assert_failure 2
  assert_equal "${#lines[@]}" 1
  assert_output --partial "envoy-tcp: envoy is not installed: "
  [[ ! -e $BATS_TEST_TMPDIR/sweep ]]
}

@test "check.sh names the proxies that host B lacks, and installs none" {
  run bash -c "cat '$DEPLOY/lib/tools.sh' '$DEPLOY/host/check.sh' | bash -s -- server /opt/x 1 tcp=9 127.0.0.1 no no-such-proxy"
  assert_line --partial "fail has no no-such-proxy; install it, and stop the service that it starts"
  run bash -c "cat '$DEPLOY/lib/tools.sh' '$DEPLOY/host/check.sh' | bash -s -- server /opt/x 1 tcp=9 127.0.0.1 no"
  refute_line --partial "no-such-proxy"
}
