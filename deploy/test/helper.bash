# shellcheck shell=bash
# What the bats files share: the assertions, and where the scripts under test are.

bats_require_minimum_version 1.7.0 # of "run -0", with the exit code that is expected, or "!" for any but 0

# where Debian, Fedora, npm and Homebrew put them
BATS_LIB_PATH=${BATS_LIB_PATH:-/usr/lib/bats}:/usr/share/bats:/usr/libexec/bats:/usr/lib/node_modules:/usr/local/lib/node_modules:/usr/local/lib
bats_load_library bats-support
bats_load_library bats-assert

DEPLOY=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
export DEPLOY

# quick_java: what these tests start by the name of java lives for seconds, and is not judged by its speed: it compiles
# with the compiler that warms up within one, and takes the class-data archive that the tests in Java left of its jar.
# Call it in setup_file.
quick_java() {
  local bin=$BATS_FILE_TMPDIR/bin
  RPC_STRESS_TEST_JAVA=$(command -v java) || return 0
  export RPC_STRESS_TEST_JAVA
  unset JAVA_HOME # which the scripts would prefer to the PATH
  mkdir "$bin"
  cat >"$bin/java" <<'JAVA'
#!/bin/sh
jar="" before=""
for word; do
  [ "$before" != -jar ] || jar=$word
  before=$word
done
archive=${jar%/*}/class-data/${jar##*/}.jsa
if [ -n "$jar" ] && [ "$archive" -nt "$jar" ]; then
  set -- "-XX:SharedArchiveFile=$archive" -Xlog:cds=off,cds+dynamic=off "$@"
fi
exec "$RPC_STRESS_TEST_JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@"
JAVA
  chmod +x "$bin/java"
  export PATH=$bin:$PATH
}

# may_make_hosts: whether the lab can be made here; a container's root often may not.
may_make_hosts() {
  [[ $EUID -eq 0 ]] && unshare --net --mount --uts --ipc --pid --fork true 2>/dev/null
}

# need_hosts: skips the test where the lab cannot be made.
need_hosts() {
  may_make_hosts || skip "needs root and the right to make namespaces"
}

# eventually SECONDS COMMAND...: until it succeeds. Seldom enough that to look takes nothing from what is looked at.
eventually() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.5
  done
}

# ask ADDRESS:PORT NAME: one greeting over a bare socket.
ask() {
  exec 5<>"/dev/tcp/${1%:*}/${1##*:}"
  printf '%s\n' "$2" >&5
  head -n 1 <&5
  exec 5>&-
}

# lives PID: it runs; one that ended but whose parent has not noticed yet does not.
lives() { [[ -e /proc/$1/status ]] && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
