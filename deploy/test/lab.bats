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
  timeout 300 "$BATS_TEST_DIRNAME/../lab.sh" up --mbps 1 --rtt 20ms --disk 100m \
    >"$BATS_FILE_TMPDIR/up.out"
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

# remember_namespaces: those of the lab's hosts, to be looked for when it should be gone.
remember_namespaces() {
  local host
  for host in A B; do
    readlink "/proc/$(cut -d' ' -f1 "$RPC_STRESS_LAB/$host.init.pid")"/ns/{net,mnt,pid,uts,ipc}
  done >"$BATS_FILE_TMPDIR/namespaces"
  [[ $(wc -l <"$BATS_FILE_TMPDIR/namespaces") -eq 10 ]]
}

# assert_as_before: nothing is left of the lab.
assert_as_before() {
  snapshot >"$BATS_TEST_TMPDIR/after"
  run diff "$BATS_FILE_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
  assert_success
  # a process that has ended but was not yet waited for by its parent holds nothing but its pid
  lsns -rno TYPE,NS | sed 's/\(.*\) \(.*\)/\1:[\2]/' | grep -v '^pid' >"$BATS_TEST_TMPDIR/namespaces" || true
  run grep -Fxf "$BATS_FILE_TMPDIR/namespaces" "$BATS_TEST_TMPDIR/namespaces"
  assert_failure 1
}

# from_a COMMAND...: a program of the machine in A's network, over the shaped line to B.
from_a() { nsenter --target "$(cut -d' ' -f1 "$RPC_STRESS_LAB/A.init.pid")" --net -- "$@"; }

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# ---- anywhere ---------------------------------------------------------------------------------

# fake_machine VERSION: a tree like /sys/fs/cgroup and the list of mounts that leads to it.
fake_machine() {
  local controller root=$BATS_TEST_TMPDIR/cgroup
  CGROUP_MOUNTINFO=$BATS_TEST_TMPDIR/mountinfo
  LAB_STATE=$BATS_TEST_TMPDIR
  mkdir -p "$root"
  if [[ $1 == v2 ]]; then
    echo "cpuset cpu io memory pids" >"$root/cgroup.controllers"
    echo "memory pids" >"$root/cgroup.subtree_control"
    echo "30 23 0:26 / $root rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate" >"$CGROUP_MOUNTINFO"
  else
    for controller in cpuset cpu,cpuacct memory pids freezer; do
      mkdir -p "$root/$controller"
      echo "31 23 0:27 / $root/$controller rw - cgroup cgroup rw,$controller" >>"$CGROUP_MOUNTINFO"
    done
    echo 0-3 >"$root/cpuset/cpuset.cpus"
    echo 0 >"$root/cpuset/cpuset.mems"
  fi
  # shellcheck source=deploy/lab/cgroups.sh
  . "$DEPLOY/lab/cgroups.sh"
  find_cgroups
}

@test "cgroup v1: a core, 2 GB, a limit on processes" {
  fake_machine v1
  run create_cgroup lab-A 2
  assert_success
  assert_output ''
  cd "$BATS_TEST_TMPDIR/cgroup"
  assert_equal "$(cat cpuset/lab-A/cpuset.cpus)" 2
  assert_equal "$(cat cpuset/lab-A/cpuset.mems)" 0
  assert_equal "$(cat memory/lab-A/memory.limit_in_bytes)" 2147483648
  assert_equal "$(cat pids/lab-A/pids.max)" 8192
  [[ ! -e cpu,cpuacct/lab-A/cpu.cfs_quota_us ]]
}

@test "cgroup v1: a quota of one CPU where there is a single core" {
  fake_machine v1
  run create_cgroup lab-A ''
  assert_output ''
  cd "$BATS_TEST_TMPDIR/cgroup"
  assert_equal "$(cat cpu,cpuacct/lab-A/cpu.cfs_quota_us)" "$(cat cpu,cpuacct/lab-A/cpu.cfs_period_us)"
}

@test "cgroup v2: the same limits through the unified tree" {
  fake_machine v2
  hand_to_children "$BATS_TEST_TMPDIR/cgroup" memory
  [[ ! -e $BATS_TEST_TMPDIR/handed ]]
  run create_cgroup lab-A 1
  assert_success
  assert_output ''
  cd "$BATS_TEST_TMPDIR/cgroup/lab-A"
  assert_equal "$(cat cpuset.cpus)" 1
  assert_equal "$(cat memory.max)" 2147483648
  assert_equal "$(cat pids.max)" 8192
  [[ ! -e cpu.max ]]
  # what the root did not hand out before is remembered, to be taken back
  assert_equal "$(head -n 1 "$BATS_TEST_TMPDIR/handed")" "$BATS_TEST_TMPDIR/cgroup cpuset"
  create_cgroup lab-B ''
  assert_equal "$(cat ../lab-B/cpu.max)" '100000 100000'
  set_frozen lab-A yes
  is_frozen lab-A
}

@test "a limit that the machine has no controller for is named" {
  fake_machine v2
  echo "memory" >"$BATS_TEST_TMPDIR/cgroup/cgroup.controllers"
  find_cgroups
  run create_cgroup lab-A 1
  assert_line 'cpuset limit: this machine has no cgroup controller for it'
  assert_line 'pids limit: this machine has no cgroup controller for it'
  refute_output --partial 'memory'
}

# ---- as root ----------------------------------------------------------------------------------

@test "up prints the two targets and the result of every check" {
  need_hosts
  run cat "$BATS_FILE_TMPDIR/up.out"
  assert_line 'host A: root@10.198.19.1'
  assert_line 'host B: root@10.198.19.2'
  assert_line "ssh config: $CONFIG"
  assert_line --regexp '^line: (veth|cable)'
  assert_line --regexp '^(ok|MISS) +rtt: [0-9.]+ ms \(asked: 20 ms\)$'
  assert_line --regexp '^(ok|MISS) +rate A to B: [0-9.]+ Mbit/s \(asked: 1\)$'
  assert_line --regexp '^(ok|MISS) +rate B to A: [0-9.]+ Mbit/s \(asked: 1\)$'
}

@test "what is on A is neither on B nor outside" {
  need_hosts
  local dir
  for dir in /opt /var/lib /home /root /tmp /run /etc; do
    lab exec A touch "$dir/only-on-a"
    run lab exec B ls "$dir/only-on-a"
    assert_failure
    [[ ! -e $dir/only-on-a ]]
  done
}

@test "a service user of B is not one of the machine's, and works" {
  need_hosts
  local before
  before=$(cksum /etc/passwd /etc/shadow /etc/group)
  lab exec B useradd --system --no-create-home lab-service
  assert_equal "$(lab exec B setpriv --reuid=lab-service --clear-groups id -un)" lab-service
  assert_equal "$(cksum /etc/passwd /etc/shadow /etc/group)" "$before"
  run lab exec A id lab-service
  assert_failure
}

@test "a host sees its own processes, and no way out of the lab" {
  need_hosts
  assert_equal "$(lab exec A readlink /proc/1/exe)" "$(readlink -f /bin/bash)"
  run lab exec A ip route get 192.0.2.1
  assert_failure
  run ip route get 10.198.19.1
  assert_failure
  run lab exec A sh -c 'echo 1 >/proc/sys/kernel/printk'
  assert_failure
  # neither the login key nor the other host's disk
  run lab exec A ls "$RPC_STRESS_LAB"
  assert_failure
}

@test "a JVM sees one CPU and 2 GB, over ssh too" {
  need_hosts
  command -v java >/dev/null || skip "no java here"
  local host
  for host in A B; do
    run host_ssh "$host" java -XshowSettings:system -version
    assert_success
    assert_line --regexp 'Effective CPU Count: 1$'
    assert_line --regexp 'Memory Limit: 2.00G$'
  done
}

# received_by_b: "BEFORE BYTES AFTER", what came over the line to B so far, and the ms on either side of
# reading it: however late this machine is, the number was true in between.
received_by_b() {
  local pid before
  pid=$(cut -d' ' -f1 "$RPC_STRESS_LAB/B.init.pid")
  before=$(now_ms)
  echo "$before $(awk '/eth0:/ { sub(/.*:/, ""); print $1 }' "/proc/$pid/net/dev") $(now_ms)"
}

@test "a copy from A to B gets 1 Mbit/s and no more" {
  need_hosts
  local first try
  local -a begin end
  read -r _ first _ < <(received_by_b)
  head -c 400000 /dev/zero |
    from_a timeout 120 ssh -F "$CONFIG" -o ProxyCommand=none -o Compression=no B 'wc -c' \
      >"$BATS_TEST_TMPDIR/arrived" 3>&- &
  local copy=$!
  # connecting is over, and the bucket empty, once this much has come
  for ((try = 0; try < 2400; try++)); do
    read -r -a begin < <(received_by_b)
    [[ $((begin[1] - first)) -lt 60000 ]] || break
    sleep 0.05
  done
  # and the copy is not over yet
  for ((try = 0; try < 2400; try++)); do
    read -r -a end < <(received_by_b)
    [[ $((end[1] - begin[1])) -lt 200000 ]] || break
    sleep 0.05
  done
  wait "$copy"
  assert_equal "$(cat "$BATS_TEST_TMPDIR/arrived")" 400000
  local least=$(((end[1] - begin[1]) * 8 / (end[2] - begin[0]))) most=$(((end[1] - begin[1]) * 8 / (end[0] - begin[2])))
  echo "$least to $most kbit/s"
  [[ $most -ge 800 && $least -le 1050 ]]
}

@test "a connection over the line takes one round trip" {
  need_hosts
  local start took best=1000
  # a slow machine is late to start the shell, but not every time
  for _ in {1..50}; do
    start=$(now_ms)
    from_a bash -c "exec 3<>/dev/tcp/10.198.19.2/22"
    took=$(($(now_ms) - start))
    [[ $took -ge $best ]] || best=$took
    [[ $best -gt 200 ]] || break
  done
  echo "connected in $best ms"
  # starting the shell is in it
  [[ $best -ge 20 && $best -le 200 ]]
}

@test "another lab may come and go beside it" {
  need_hosts
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/second lab up --no-check
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/second run lab exec B hostname
  assert_output hostB
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/second lab down
  ip route show "$RPC_STRESS_LAB_NET.0/24" | grep -q blackhole
  assert_equal "$(host_ssh B hostname)" hostB
}

@test "link down loses everything silently, link up brings it back, ssh from outside stays" {
  need_hosts
  lab link down
  run from_a timeout 1 bash -c "exec 3<>/dev/tcp/10.198.19.2/22"
  assert_failure 124
  assert_equal "$(host_ssh B hostname)" hostB
  run lab status
  assert_line 'link: down'
  lab link up
  from_a timeout 60 bash -c "exec 3<>/dev/tcp/10.198.19.2/22"
}

@test "a frozen host answers nobody until it is thawed" {
  need_hosts
  [[ -d /sys/fs/cgroup/freezer || -e /sys/fs/cgroup/cgroup.controllers ]] || skip "no freezer"
  lab freeze B
  run timeout 1 ssh -F "$CONFIG" B true
  assert_failure 124
  run lab exec B true
  assert_failure 1
  assert_output --partial 'lab.sh thaw B'
  lab thaw B
  assert_equal "$(host_ssh B hostname)" hostB
}

@test "--disk: a full disk of A leaves B and the machine alone" {
  need_hosts
  run lab exec A dd if=/dev/zero of=/opt/big bs=1M count=200
  assert_failure
  assert_output --partial 'No space left on device'
  lab exec B dd if=/dev/zero of=/opt/big bs=1M count=50 2>/dev/null
  lab exec A rm /opt/big
  lab exec A touch /opt/small
}

@test "sshd comes back when it is killed" {
  need_hosts
  local try
  # shellcheck disable=SC2016 # expanded on the host
  lab exec A sh -c 'kill -9 "$(cat /run/sshd.pid)"'
  for try in {1..120}; do
    ! host_ssh A true 2>/dev/null || break
    sleep 0.5
  done
  assert_equal "$(host_ssh A hostname)" hostA
}

@test "up refuses a state directory that is not a lab's and a range that is routed already" {
  need_hosts
  mkdir "$BATS_TEST_TMPDIR/mine"
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/mine run lab up
  assert_failure 2
  assert_output --partial "is no lab's"
  [[ -d $BATS_TEST_TMPDIR/mine ]]
  local routed
  for routed in 127.0.0 10.1 10.1.256 \
    "$(ip -4 route show scope link | sed -n 's/^\([0-9]*\.[0-9]*\.[0-9]*\)\..*/\1/p' | head -n 1)"; do
    RPC_STRESS_LAB=$BATS_TEST_TMPDIR/other RPC_STRESS_LAB_NET=$routed run lab up
    assert_failure 2
    assert_output --partial "RPC_STRESS_LAB_NET"
  done
  RPC_STRESS_LAB=relative run lab up
  assert_failure 2
}

@test "a missing program that cannot be installed is named with the command that does" {
  need_hosts
  mkdir "$BATS_TEST_TMPDIR/bin"
  ln -sf /usr/bin/* /usr/sbin/* "$BATS_TEST_TMPDIR/bin"
  rm -f "$BATS_TEST_TMPDIR"/bin/{tc,apt-get,dnf}
  RPC_STRESS_LAB=$BATS_TEST_TMPDIR/other PATH=$BATS_TEST_TMPDIR/bin run "$DEPLOY/lab.sh" up
  assert_failure 2
  assert_output --partial 'apt-get install -y iproute2'
  [[ ! -e $BATS_TEST_TMPDIR/other ]]
}

@test "a host gets no more than 2 GB" {
  need_hosts
  run lab exec A bash -c 'head -c 2200m /dev/zero | tail -c 2150m | wc -c'
  refute_output 2254438400
  assert_equal "$(host_ssh A hostname)" hostA
}

@test "down leaves nothing behind, and may be repeated" {
  need_hosts
  remember_namespaces
  lab down
  assert_as_before
  lab down
  assert_as_before
  run lab status
  assert_failure 1
  assert_output 'the lab is down'
  run lab ssh A
  assert_failure 1
  assert_output --partial 'lab.sh up'
}

@test "up after a host was killed starts anew; down after everything was killed cleans up" {
  need_hosts
  lab up --no-check --cable --rtt 2ms
  kill -9 "$(cut -d' ' -f1 "$RPC_STRESS_LAB/A.init.pid")"
  local try
  for ((try = 0; try < 600; try++)); do
    run lab status
    [[ $status -eq 0 ]] || break
    sleep 0.1
  done
  assert_failure 1
  assert_line --partial 'host A: dead'
  assert_line 'host B: up'
  lab up --no-check --cable --rtt 2ms
  assert_equal "$(host_ssh A hostname)" hostA
  remember_namespaces
  local name
  for name in A.outer B.init cable; do
    kill -9 "$(cut -d' ' -f1 "$RPC_STRESS_LAB/$name.pid")"
  done
  lab down
  assert_as_before
}

@test "up that is killed half-way is cleaned up by down" {
  need_hosts
  "$DEPLOY/lab.sh" up >/dev/null 2>&1 3>&- &
  local pid=$! try
  for ((try = 0; try < 2400; try++)); do
    [[ ! -s $RPC_STRESS_LAB/B.init.pid ]] || break
    sleep 0.05
  done
  [[ -s $RPC_STRESS_LAB/B.init.pid ]]
  kill -9 "$pid"
  lab down
  assert_as_before
}
