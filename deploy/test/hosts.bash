# shellcheck shell=bash
# What the tests of deploy.sh, run-sweep.sh and collect.sh share: a clone of their own, a real sshd
# that an ordinary user may run, and the lab where this is root.

# shellcheck source=deploy/lib/tools.sh
. "$DEPLOY/lib/tools.sh"

export RPC_STRESS_LAB_NET=${RPC_STRESS_LAB_NET:-10.198.20}

# Of sweeps that are not about speed: a host that runs other tests meanwhile flags points, which need
# not be measured again, and the clients start with the compiler that warms up in a second.
# shellcheck disable=SC2034 # for the files that load this one
readonly FUNCTION_ONLY=(--no-calibrate --retry-flagged 0 "--jvm-options=-Xmx256m -XX:TieredStopAtLevel=1")

readonly FOLDER=/opt/rpc-stress # on the hosts

# repository: the working copy under test.
repository() { cd "$BATS_TEST_DIRNAME/../.." && pwd; }

# make_clone TECHNOLOGY...: the scripts and what jars there are, in a place of their own, so that a test may change
# one. Sets CLONE and BUILT, the technologies that can be run from both sides.
make_clone() {
  local from name jar
  from=$(repository)
  export CLONE=$BATS_FILE_TMPDIR/clone BUILT=""
  mkdir -p "$CLONE"
  cp -r "$from/deploy" "$from/sweep.sh" "$CLONE/"
  [[ ! -d $from/experiments ]] || cp -r "$from/experiments" "$CLONE/"
  for name in client-harness "${@/#/server-}"; do
    jar=$(find_jar "$from" "$name" || true)
    grep -qa io/rpcstress/usage/JvmSettings.class "$jar" 2>/dev/null || continue
    cp "$jar" "$CLONE/$name.jar"
    [[ $name == client-harness ]] || BUILT+=${BUILT:+,}${name#server-}
  done
  [[ -r $CLONE/client-harness.jar ]] || BUILT=""
}

# need_hosts: skips the test where there is no lab or nothing was built.
need_hosts() {
  may_make_hosts || skip "the lab needs root and the right to make namespaces"
  [[ -n $BUILT ]] || skip "nothing is built: mvn -DskipTests package"
  [[ -r $CONFIG ]] || fail "the lab did not start: $(tail -n 1 "$BATS_FILE_TMPDIR/lab.err")"
}

# start_hosts [OPTION OF LAB.SH UP...]: the lab, if this is root and there is something to deploy.
start_hosts() {
  export RPC_STRESS_LAB=$BATS_FILE_TMPDIR/lab
  export CONFIG=$RPC_STRESS_LAB/ssh_config
  [[ $EUID -eq 0 && -n $BUILT ]] || return 0
  timeout 300 "$CLONE/deploy/lab.sh" up --no-check "$@" \
    >"$BATS_FILE_TMPDIR/lab.out" 2>"$BATS_FILE_TMPDIR/lab.err" || true
}

stop_hosts() {
  [[ $EUID -eq 0 && -e $RPC_STRESS_LAB ]] || return 0
  timeout 300 "$CLONE/deploy/lab.sh" down
}

# A file that needs more has its own.
teardown_file() { stop_hosts; }
setup() { need_hosts; }
teardown() { mend; }

# host A|B COMMAND...: on a host of the lab, without ssh.
host() { timeout 300 "$CLONE/deploy/lab.sh" exec "$@"; }

deploy() {
  timeout 600 "$CLONE/deploy/deploy.sh" --client A --server B --ssh-config "$CONFIG" \
    --technologies "$BUILT" --no-install "$@"
}

run_sweep() { timeout 900 "$CLONE/deploy/run-sweep.sh" --client A --ssh-config "$CONFIG" "$@"; }

collect() {
  timeout 300 "$CLONE/deploy/collect.sh" --client A --ssh-config "$CONFIG" --to "$BATS_FILE_TMPDIR/results" "$@"
}

# jobs_of_a NAME: what run-sweep.sh --status would say of that sweep, or without a name of all; without a login for each look.
jobs_of_a() { host A "$FOLDER/deploy/host/sweep-job.sh" status "$@"; }

# files NAME PATTERN: how many of a sweep's raw files there are on A.
files() { host A bash -c "find $FOLDER/results/$1/raw -name '$2' 2>/dev/null | wc -l"; }
has_points() { [[ $(files "$1" '*.csv') -ge $2 ]]; }

# mend: what a test broke on purpose, and said how to, in MEND; call it in teardown, too.
mend() {
  local how=${MEND:-}
  MEND=""
  [[ -z $how ]] || eval "$how"
}

# end_sweeps: none that a failed test left behind takes the next one's time.
end_sweeps() {
  [[ -r $CONFIG ]] || return 0
  jobs_of_a "" 2>/dev/null | sed -n 's/ running,.*//p' | while read -r name; do
    run_sweep --stop "$name" </dev/null 2>/dev/null || true
  done
}

# one_line TEXT...: the last run printed this one line on stderr and stdout together.
# shellcheck disable=SC2154 # "lines" is set by bats
one_line() {
  assert_equal "${#lines[@]}" 1
  assert_output --partial "$*"
}

# start_sshd: a real one, on two loopback addresses and a free port, that lets one key in. Sets SSHD, the
# folder of its files; "ssh config" files there: good, otherkey (another key), unknown (host key not
# known), changed (host key differs), nosshd (no sshd).
start_sshd() {
  local port name
  export SSHD=$BATS_FILE_TMPDIR/sshd
  [[ -x /usr/sbin/sshd ]] || return 0
  mkdir -m 700 "$SSHD"
  for name in host id otherkey other; do ssh-keygen -q -t ed25519 -N '' -f "$SSHD/$name"; done
  cp "$SSHD/id.pub" "$SSHD/authorized_keys"
  [[ $EUID -ne 0 || -d /run/sshd ]] || mkdir -m 755 /run/sshd
  for port in {22022..22062}; do
    cat >"$SSHD/sshd_config" <<CONFIG
ListenAddress 127.0.0.2:$port
ListenAddress [::1]:$port
HostKey $SSHD/host
PidFile $SSHD/pid
AuthorizedKeysFile $SSHD/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
CONFIG
    /usr/sbin/sshd -f "$SSHD/sshd_config" -E "$SSHD/log" 2>/dev/null || continue
    eventually 60 test -s "$SSHD/pid" && break
  done
  printf '[127.0.0.2]:%s,[::1]:%s %s\n' "$port" "$port" "$(cut -d' ' -f1,2 "$SSHD/host.pub")" >"$SSHD/known"
  printf '[127.0.0.2]:%s %s\n' "$port" "$(cut -d' ' -f1,2 "$SSHD/other.pub")" >"$SSHD/known.changed"
  : >"$SSHD/known.none"
  ssh_config good id known "$port"
  ssh_config otherkey otherkey known "$port"
  ssh_config unknown id known.none "$port"
  ssh_config changed id known.changed "$port"
  ssh_config nosshd id known 1 # tcpmux, which no machine serves
}

# ssh_config NAME KEY KNOWN_HOSTS PORT
ssh_config() {
  cat >"$SSHD/$1" <<CONFIG
Host A
  HostName 127.0.0.2
Host B
  HostName 127.0.0.3
Host A B ::1
  Port $4
  IdentityFile $SSHD/$2
  IdentitiesOnly yes
  UserKnownHostsFile $SSHD/$3
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
CONFIG
}

stop_sshd() {
  [[ ! -s $SSHD/pid ]] || kill "$(cat "$SSHD/pid")"
}

need_sshd() { [[ -s $SSHD/pid ]] || skip "there is no sshd here (package openssh-server)"; }

# server_pid NAME: the process of a server on B.
server_pid() { host B "$FOLDER/deploy/host/components.sh" status "$1" | cut -d ' ' -f 3; }
