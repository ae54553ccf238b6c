#!/usr/bin/env bats
# bats file_tags=lab,long
# The two-host lab: options and failure paths anywhere, the lab itself where this is root.
#
# One lab serves all tests but the last ones, which end it in several ways. It has a state directory
# and addresses of its own, so it disturbs no lab that somebody uses meanwhile.

load helper

export RPC_STRESS_LAB_NET=10.198.19

setup_file() {
  export RPC_STRESS_LAB=$BATS_FILE_TMPDIR/lab
  export CONFIG=$RPC_STRESS_LAB/ssh_config
  may_make_hosts || return 0
  snapshot >"$BATS_FILE_TMPDIR/before"
  timeout 300 "$BATS_TEST_DIRNAME/../lab.sh" up --line rate=1mbit,rtt=20ms --disk 100m \
    >"$BATS_FILE_TMPDIR/up.out"
}

setup() {
  [[ $BATS_TEST_DESCRIPTION == cgroup* ]] || need_hosts
}

teardown_file() {
  may_make_hosts || return 0
  timeout 300 "$BATS_TEST_DIRNAME/../lab.sh" down
}

lab() { timeout 300 "$DEPLOY/lab.sh" "$@"; }

# host_ssh A|B COMMAND: as a person does it, with the printed configuration.
host_ssh() { timeout 60 ssh -F "$CONFIG" "$@"; }

# snapshot: whatever of the machine a lab could leave changed. Other labs may come and go meanwhile:
# theirs is left out.
snapshot() {
  echo "mounts:"
  cat /proc/self/mounts
  echo "processes:"
  grep -lFa "$RPC_STRESS_LAB" /proc/[0-9]*/cmdline 2>/dev/null || true
  echo "cgroups:"
  find /sys/fs/cgroup -type d -name "rpc-stress-lab-$(cksum <<<"$RPC_STRESS_LAB" | cut -d' ' -f1)-*"
  echo "routes:"
  ip route show table all | grep -v 'proto 198' || true
  ip route show "$RPC_STRESS_LAB_NET.0/24" | grep "metric $(cksum <<<"$RPC_STRESS_LAB" | cut -d' ' -f1)" || true
  ip -6 route show table all | sed 's/expires [^ ]*//'
  echo "links:"
  ip -br link
  ip netns list
  echo "files:"
  ls -d "$RPC_STRESS_LAB" 2>/dev/null || true
  cksum /etc/passwd /etc/shadow /etc/group /etc/hosts /etc/hostname
}

# recorded NAME: the process that the lab noted by it; init_of HOST: process 1 there, as this machine counts it.
recorded() { cut -d' ' -f1 "$RPC_STRESS_LAB/$1.pid"; }
init_of() {
  local pid
  pid=$(recorded "$1") && tr -d ' ' <"/proc/$pid/task/$pid/children"
}

# remember_namespaces: those of the lab's hosts, to be looked for when it should be gone.
remember_namespaces() {
  local host
  for host in A B; do
    readlink "/proc/$(init_of "$host")"/ns/{net,mnt,pid,uts,ipc}
  done >"$BATS_FILE_TMPDIR/namespaces"
  [[ $(wc -l <"$BATS_FILE_TMPDIR/namespaces") -eq 10 ]]
}

# assert_as_before: nothing is left of the lab.
assert_as_before() {
  snapshot >"$BATS_TEST_TMPDIR/after"
  run -0 diff "$BATS_FILE_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
  # a process that has ended but was not yet waited for by its parent holds nothing but its pid
  lsns -rno TYPE,NS | sed 's/\(.*\) \(.*\)/\1:[\2]/' | grep -v '^pid' >"$BATS_TEST_TMPDIR/namespaces" || true
  run -1 grep -Fxf "$BATS_FILE_TMPDIR/namespaces" "$BATS_TEST_TMPDIR/namespaces"
}

# from_a COMMAND...: a program of the machine in A's network, over the shaped line to B.
from_a() { nsenter --target "$(init_of A)" --net -- "$@"; }

# ---- anywhere ---------------------------------------------------------------------------------

# fake_machine VERSION: a tree like /sys/fs/cgroup.
fake_machine() {
  local controller
  CGROUP_ROOT=$BATS_TEST_TMPDIR/cgroup
  LAB_STATE=$BATS_TEST_TMPDIR
  mkdir -p "$CGROUP_ROOT"
  if [[ $1 == v2 ]]; then
    echo "cpuset cpu io memory pids" >"$CGROUP_ROOT/cgroup.controllers"
    echo "memory pids" >"$CGROUP_ROOT/cgroup.subtree_control"
  else
    for controller in cpuset cpu cpuacct memory freezer; do mkdir "$CGROUP_ROOT/$controller"; done
    echo 0-3 >"$CGROUP_ROOT/cpuset/cpuset.cpus"
    echo 0 >"$CGROUP_ROOT/cpuset/cpuset.mems"
  fi
  # shellcheck source=deploy/lab/cgroups.sh
  . "$DEPLOY/lab/cgroups.sh"
  cd "$CGROUP_ROOT"
}

@test "cgroup v1: a core, or a quota of one where there is a single one, and 2 GB; what is missing is named" {
  fake_machine v1
  run -0 create_cgroup lab-A 2
  assert_output "pids limit: this machine has no cgroup controller for it, or refused $CGROUP_ROOT/pids/lab-A/pids.max"
  assert_equal "$(cat cpuset/lab-A/cpuset.cpus cpuset/lab-A/cpuset.mems)" $'2\n0'
  assert_equal "$(cat memory/lab-A/memory.limit_in_bytes)" 2147483648
  [[ ! -e cpu/lab-A/cpu.cfs_quota_us ]]
  create_cgroup lab-B ''
  assert_equal "$(cat cpu/lab-B/cpu.cfs_quota_us)" "$(cat cpu/lab-B/cpu.cfs_period_us)"
}

@test "cgroup v2: the same limits through the unified tree" {
  fake_machine v2
  run -0 create_cgroup lab-A 1
  assert_output ''
  assert_equal "$(cat lab-A/cpuset.cpus lab-A/memory.max lab-A/pids.max)" $'1\n2147483648\n8192'
  [[ ! -e lab-A/cpu.max ]]
  # what the root did not hand out before is remembered, to be taken back
  assert_equal "$(cat "$LAB_STATE/handed")" $'cpuset\ncpu'
  create_cgroup lab-B ''
  assert_equal "$(cat lab-B/cpu.max)" '100000 100000'
  set_frozen lab-A yes
  is_frozen lab-A
}

# ---- as root ----------------------------------------------------------------------------------

@test "up prints the two targets and the result of every check" {
  run cat "$BATS_FILE_TMPDIR/up.out"
  assert_line 'host A: root@10.198.19.1'
  assert_line 'host B: root@10.198.19.2'
  assert_line "ssh config: $CONFIG"
  assert_line --regexp '^line: (veth|cable)'
  assert_line --regexp '^(ok|MISS) +rtt: [0-9.]+ ms \(set: 20 ms\)$'
  assert_line --regexp '^(ok|MISS) +rate A to B: [0-9.]+ Mbit/s \(set: 1mbit\)$'
  assert_line --regexp '^(ok|MISS) +rate B to A: [0-9.]+ Mbit/s \(set: 1mbit\)$'
}

@test "what is on A is neither on B nor outside, a user among it" {
  local dir before
  before=$(cksum /etc/passwd /etc/shadow /etc/group)
  lab exec A useradd --system --no-create-home lab-service
  assert_equal "$(cksum /etc/passwd /etc/shadow /etc/group)" "$before"
  run ! lab exec B id lab-service
  for dir in /opt /var/lib /home /root /tmp /run /etc; do
    lab exec A touch "$dir/only-on-a"
    run ! lab exec B ls "$dir/only-on-a"
    [[ ! -e $dir/only-on-a ]]
  done
}

@test "a host sees its own processes, and no way out of the lab" {
  assert_equal "$(lab exec A readlink /proc/1/exe)" "$(readlink -f /bin/bash)"
  run ! lab exec A ip route get 192.0.2.1
  run ! ip route get 10.198.19.1
  run ! lab exec A sh -c 'echo 1 >/proc/sys/kernel/printk'
  # neither the login key nor the other host's disk
  run ! lab exec A ls "$RPC_STRESS_LAB"
}

@test "another lab may come and go beside it" {
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/second lab up --no-check
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/second run lab exec B hostname
  assert_output hostB
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/second lab down
  ip route show "$RPC_STRESS_LAB_NET.0/24" | grep -q blackhole
  assert_equal "$(host_ssh B hostname)" hostB
}

@test "link down loses everything silently, link up brings it back, ssh from outside stays" {
  lab link down
  run -124 from_a timeout 1 bash -c "exec 3<>/dev/tcp/10.198.19.2/22"
  assert_equal "$(host_ssh B hostname)" hostB
  run lab status
  assert_line 'link: down'
  lab link up
  from_a timeout 60 bash -c "exec 3<>/dev/tcp/10.198.19.2/22"
}

@test "link WORDS makes another line of it, and what listens goes on" {
  lab exec B bash -c 'cd /tmp && exec python3 -m http.server --bind 10.198.19.2 8099 >/dev/null 2>&1 3>&- &'
  answers() { from_a timeout 5 bash -c "exec 3<>/dev/tcp/10.198.19.2/8099"; }
  eventually 60 answers
  run -0 lab link rtt=10ms,jitter=2ms
  assert_line --regexp '^(ok|MISS) +rtt: [0-9.]+ ms \(set: 10 ms\)$'
  eventually 60 answers
  run -0 lab status
  refute_line --partial 'set: 20 ms'
  assert_line --partial 'set: 10 ms'
  lab link none
  run -0 lab status
  assert_line --partial 'no delay set'
  eventually 60 answers
}

readonly ENDS=(--client A --server B --line-interface eth0)
line() { timeout 120 "$DEPLOY/line.sh" --ssh-config "$CONFIG" "${ENDS[@]}" "$@"; }
unshaped() { lab link none >/dev/null; } # or the lab's own line would be in the way
is_shaped() { lab exec "$1" tc qdisc show dev eth0 | grep -q ' 52c1: root'; }
is_as_it_was() { ! is_shaped A && ! is_shaped B; }

@test "line.sh: both hosts send by a shaped interface for as long as the command runs, whose exit code it has" {
  unshaped
  run -3 line set --line rate=8mbit -- bash -c '"$0" show "$@"; exit 3' "$DEPLOY/line.sh" --ssh-config "$CONFIG" "${ENDS[@]}"
  assert_line --regexp '^A: qdisc tbf 52c1: root .*rate 8Mbit'
  assert_line --regexp '^B: qdisc tbf 52c1: root .*rate 8Mbit'
  assert_line --regexp '^hostA: eth0: tbf sent [0-9]+ packets and dropped [0-9]+$'
  is_as_it_was
}

@test "line.sh: what cannot be shaped is named in one line, and nothing is" {
  unshaped
  cannot() {
    run -2 line set --line rate=8mbit "${@:2}"
    assert_equal "${#lines[@]}" 1
    assert_output --partial "$1"
    ! is_shaped A
  }
  cannot "B: it has no interface 'eth9'" --line-interface eth0,eth9
  cannot "guest@A: tc needs root" --client guest@A
  lab exec B tc qdisc add dev eth0 root handle 7: pfifo
  cannot "B: eth0 has a queue of its own, 'pfifo 7:'"
  run -0 line clear
  lab exec B tc qdisc del dev eth0 root handle 7:
  if lab exec A tc qdisc add dev lo root netem delay 1ms 2>/dev/null; then
    lab exec A tc qdisc del dev lo root
  else
    cannot "its kernel refuses the line" --line rtt=20ms
  fi
}

@test "a frozen host does not answer until it is thawed" {
  [[ -d /sys/fs/cgroup/freezer || -e /sys/fs/cgroup/cgroup.controllers ]] || skip "no freezer"
  lab freeze B
  run -124 timeout 1 ssh -F "$CONFIG" B true
  run -1 lab exec B true
  assert_output --partial 'lab.sh thaw B'
  lab thaw B
  assert_equal "$(host_ssh B hostname)" hostB
}

@test "--disk: a full disk of A leaves B and the machine alone" {
  run ! lab exec A dd if=/dev/zero of=/opt/big bs=1M count=200
  assert_output --partial 'No space left on device'
  lab exec B dd if=/dev/zero of=/opt/big bs=1M count=50 2>/dev/null
  lab exec A rm /opt/big
  lab exec A touch /opt/small
}

@test "up refuses a state directory that is not a lab's and a range that is routed already" {
  mkdir "$BATS_TEST_TMPDIR/mine"
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/mine run -2 lab up
  assert_output --partial "is no lab's"
  [[ -d $BATS_TEST_TMPDIR/mine ]]
  local routed
  for routed in 127.0.0 10.1 10.1.256 \
    "$(ip -4 route show scope link | sed -n 's/^\([0-9]*\.[0-9]*\.[0-9]*\)\..*/\1/p' | head -n 1)"; do
    RPC_STRESS_LAB=$BATS_TEST_TMPDIR/other RPC_STRESS_LAB_NET=$routed run -2 lab up
    assert_output --partial "RPC_STRESS_LAB_NET"
  done
  RPC_STRESS_LAB=relative run -2 lab up
}

@test "a missing program that cannot be installed is named with the command that does" {
  mkdir "$BATS_TEST_TMPDIR/bin"
  ln -sf /usr/bin/* /usr/sbin/* "$BATS_TEST_TMPDIR/bin"
  rm -f "$BATS_TEST_TMPDIR"/bin/{tc,apt-get,dnf}
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/other PATH=$BATS_TEST_TMPDIR/bin run -2 "$DEPLOY/lab.sh" up
  assert_output --partial 'apt-get install -y iproute2'
  [[ ! -e $BATS_TEST_TMPDIR/other ]]
}

@test "a host gets no more than 2 GB" {
  run lab exec A bash -c 'head -c 2200m /dev/zero | tail -c 2150m | wc -c'
  refute_output 2254438400
  assert_equal "$(host_ssh A hostname)" hostA
}

@test "down leaves nothing behind, and may be repeated" {
  remember_namespaces
  lab down
  assert_as_before
  lab down
  assert_as_before
  run -1 lab status
  assert_output 'the lab is down'
  run -1 lab ssh A
  assert_output --partial 'lab.sh up'
}

@test "up after a host was killed starts anew; down after everything was killed cleans up" {
  lab up --no-check --cable --line rtt=2ms
  is_down() { ! lab status >/dev/null; }
  kill -9 "$(init_of A)"
  eventually 60 is_down
  run -1 lab status
  assert_line --partial 'host A: dead'
  assert_line 'host B: up'
  lab up --no-check --cable --line rtt=2ms
  assert_equal "$(host_ssh A hostname)" hostA
  remember_namespaces
  kill -9 "$(recorded A)" "$(init_of B)" "$(recorded cable)"
  lab down
  assert_as_before
}

@test "up that is killed half-way is cleaned up by down" {
  "$DEPLOY/lab.sh" up >/dev/null 2>&1 3>&- &
  local pid=$!
  eventually 120 test -s "$RPC_STRESS_LAB/B.pid"
  kill -9 "$pid"
  lab down
  assert_as_before
}
