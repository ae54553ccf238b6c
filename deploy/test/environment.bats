#!/usr/bin/env bats
# What lies between a user and the scripts: where they are called from, which Java, which folders, which form of options.

load helper

PROJECT=$(readlink -f "$BATS_TEST_DIRNAME/../..")
readonly PROJECT
readonly PLAN=(--local --print-plan --protocols tcp --threads 2 --requests 10)
readonly ONE_POINT=(--local --protocols tcp --threads 2 --requests 10 --runs 1 --no-calibrate --no-report --server-warmup 0s
  --retry-flagged 0)

# shellcheck source=deploy/lib/tools.sh
. "$PROJECT/deploy/lib/tools.sh"

setup_file() { quick_java; }

setup() {
  [[ -r $PROJECT/client-harness/target/client-harness.jar ]] || fail "build it first: mvn -DskipTests package"
}

@test "a script finds its folder by a link, with CDPATH, without HOME, under any umask" {
  cd "$BATS_TEST_TMPDIR"
  mkdir deploy
  ln -s "$PROJECT/sweep.sh" sweep
  ln -s "$PROJECT/deploy/servers.sh" deploy/servers
  export CDPATH=.:$PWD
  umask 077
  run -0 env -u HOME ./sweep "${PLAN[@]}"
  run -1 env -u HOME deploy/servers status tcp --state "$BATS_TEST_TMPDIR/state"
  assert_output "tcp does not run"
  run bash -c '. "$0/deploy/lib/tools.sh"; cd deploy' "$PROJECT"
  assert_output ""
}

# without_java: a folder for PATH with every program but java.
without_java() {
  local bin=$BATS_TEST_TMPDIR/bin
  mkdir "$bin"
  ln -s /usr/bin/* /bin/* "$bin/" 2>/dev/null || true
  rm -f "$bin"/java
  printf '%s\n' "$bin"
}

@test "Java is JAVA_HOME's, also where none is on the PATH" {
  local home
  home=$(dirname "$(dirname "$(readlink -f "$RPC_STRESS_TEST_JAVA")")")
  run -0 env JAVA_HOME="$home" PATH="$(without_java)" "$PROJECT/sweep.sh" "${PLAN[@]}"
}

@test "a word that the locale cannot decode is refused by every jar" {
  local words
  for words in "client-harness/target/client-harness.jar run --payload" "analysis/target/analysis.jar report" \
    "technologies/tcp/server/target/server-tcp.jar --bind"; do
    # shellcheck disable=SC2086 # a jar and its words
    run -2 env LC_ALL=C java -jar "$PROJECT"/$words Zoë
    assert_output --partial LC_ALL=C.UTF-8
  done
}

@test "a JAVA_HOME without a Java is named, not passed over" {
  run -1 env JAVA_HOME=/var/empty "$PROJECT/sweep.sh" "${PLAN[@]}"
  assert_output --regexp 'Java 17 or newer is needed, and none is there: set JAVA_HOME, or sudo'
}

@test "options take their value behind a blank or an equals sign" {
  run -0 "$PROJECT/sweep.sh" --host=127.0.0.1 "--out=$BATS_TEST_TMPDIR/x" --print-plan --protocols=tcp --threads=2 --requests=10
  run -2 "$PROJECT/sweep.sh" --local --server-wait=soon
  assert_output --partial "--server-wait 'soon': expected seconds"
  run -2 "$PROJECT/deploy/servers.sh" start --timeout=soon
  assert_output --partial "--timeout soon: expected a whole number"
}

@test "a link to a disk that is not there is named as that" {
  ln -s nowhere "$BATS_TEST_TMPDIR/out"
  run -2 "$PROJECT/sweep.sh" "${ONE_POINT[@]}" --out "$BATS_TEST_TMPDIR/out"
  assert_output --partial "--out $BATS_TEST_TMPDIR/out links to what is not there: choose another folder"
}

@test "where the project is another user's, state goes to one's own folder and results where one says" {
  [[ $EUID -eq 0 ]] || skip "needs root, to become another user"
  setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$PROJECT/sweep.sh" || skip "another user cannot reach the project"
  local home
  home=$(mktemp -d /tmp/rpc-stress-home.XXXXXX)
  chmod 777 "$home"
  local -a other=(setpriv --reuid=65534 --regid=65534 --clear-groups env -u XDG_STATE_HOME HOME="$home")
  run -1 "${other[@]}" "$PROJECT/deploy/servers.sh" status tcp
  assert_output "tcp does not run"
  assert [ -d "$home/.local/state/rpc-stress" ]
  run -2 "${other[@]}" "$PROJECT/sweep.sh" "${ONE_POINT[@]}"
  assert_output --regexp '^sweep.sh: --out .*: nobody may not write to .*: choose another folder$'
  rm -rf "$home"
}

@test "a script runs with closed streams, and says why a Java does not start" {
  run -0 bash -c '"$0" "$@" <&- 2>&-' "$PROJECT/sweep.sh" "${PLAN[@]}"
  assert_output --partial '= 1 program execution,'
  mkdir "$BATS_TEST_TMPDIR/gone"
  run -1 bash -c 'cd "$0" && rmdir "$0" && "$1" --local --print-plan' "$BATS_TEST_TMPDIR/gone" "$PROJECT/sweep.sh"
  assert_output --regexp 'does not start: .*current working directory'
}

@test "a host B that cannot drop packets is misuse, one that cannot be reached is not" {
  local home=$BATS_TEST_TMPDIR/home answer kind
  mkdir -p "$home"/{control,deploy/host}
  cp -r "$PROJECT"/deploy/lib "$home/deploy/"
  cp "$PROJECT/sweep.sh" "$home"
  ln -s "$PROJECT"/{experiments,client-harness/target/client-harness.jar} "$home"
  touch "$home/control/key"
  echo address=192.0.2.1 >"$home/host.conf"
  for answer in 2 255; do
    for kind in cut loss; do
      printf '#!/bin/sh\n[ "$1" != can-%s ] || { echo "ssh: no" >&2; exit %d; }\n' "$kind" "$answer" >"$home/deploy/host/ask-servers.sh"
      chmod +x "$home/deploy/host/ask-servers.sh"
      run "$home/sweep.sh" --host 192.0.2.1 --protocols tcp --rate 50 --duration 32s --fault "line-$kind" --no-calibrate \
        --out "$BATS_TEST_TMPDIR/$kind$answer"
      assert_failure $((answer == 2 ? 2 : 1))
      assert_line "sweep.sh: host B, for --fault line-$kind: no"
    done
  done
}

# bats test_tags=long
@test "a path with blanks reaches a broker and its consumer as one word" {
  has_program rabbitmq-server || skip "rabbitmq-server is not installed"
  local state="$BATS_TEST_TMPDIR/a b"
  run -0 "$PROJECT/deploy/servers.sh" start amqp --state "$state"
  run -0 "$PROJECT/deploy/servers.sh" stop --state "$state"
}
