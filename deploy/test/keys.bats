#!/usr/bin/env bats
# bats file_tags=lab,long
# The keys that deploy.sh gives the first client host, over the real sshds of the lab's hosts: to B's servers, and to the
# agents of other client hosts. What each can, what it cannot, a sweep that uses it, and who takes it away.

load helper
load hosts

setup_file() {
  make_clone tcp grpc
  start_hosts --clients 2
}

setup() {
  need_hosts
  [[ $BUILT == tcp,grpc ]] || skip "tcp and grpc are not both built"
  [[ $BATS_TEST_DESCRIPTION == without* ]] || host A test -e "$FOLDER/control/key" -a -e "$FOLDER/agents/key" || deploy_both
}

deploy_both() { deploy --client A,A2 --control "$@"; }

# ---- to B's servers -------------------------------------------------------------------------------

# ask WORD...: as the sweep on A does.
ask() { host A "$FOLDER/deploy/host/ask-servers.sh" "$@"; }

# by_key WORD...: A's key with a plain ssh, for what ask-servers.sh would not send.
by_key() {
  host A timeout 60 ssh -F /dev/null -i "$FOLDER/control/key" -o IdentitiesOnly=yes -o BatchMode=yes -o LogLevel=ERROR \
    -o StrictHostKeyChecking=yes -o "UserKnownHostsFile=$FOLDER/control/known_hosts" "root@$RPC_STRESS_LAB_NET.2" "$@"
}

@test "without --control there is no key, and B admits none" {
  deploy
  run ! host A test -e "$FOLDER/control"
  run ! host B grep rpc-stress-control /root/.ssh/authorized_keys
  run -2 ask status
  one_line "this host has no control key: deploy.sh --control makes one"
}

# ends_tcp_after FILE PATTERN: that script of host B ends tcp's server before the line that matches, in the clone and so there.
ends_tcp_after() {
  cp "$CLONE/deploy/host/$1" "$BATS_TEST_TMPDIR/$1"
  MEND="cp '$BATS_TEST_TMPDIR/$1' '$CLONE/deploy/host/$1'"
  # shellcheck disable=SC2016 # for the host's shell
  sed -i "$2"' kill -9 "$(cut -d " " -f 1 "$HOME_FOLDER/services/tcp.server")"' "$CLONE/deploy/host/$1"
}

@test "a server that was ready and has ended since is named with its log, and neither firewall nor key is blamed" {
  has_ended() {
    run -1 deploy --control
    assert_line --partial "host B: tcp was ready and has ended since; its log is $FOLDER/services/tcp.err"
    assert_line "deploy.sh: host B is not ready"
    refute_output --partial "open "
  }
  ends_tcp_after components.sh '$a [[ $1 != deploy ]] ||'
  has_ended
  mend
  ends_tcp_after control-servers.sh '/^main$/i [[ ${SSH_ORIGINAL_COMMAND:-} != status ]] ||'
  has_ended
  mend
  deploy_both
}

@test "with it, A starts, stops, restarts and kills servers, and B undoes nothing of it" {
  run host A stat -c %a "$FOLDER/control/key"
  assert_output 600
  run host B grep -c '^restrict,command="/opt/rpc-stress/deploy/host/control-servers.sh" ssh-ed25519 ' /root/.ssh/authorized_keys
  assert_output 1

  ask start tcp grpc
  run -0 ask status
  assert_line "tcp running"
  assert_line "grpc running"

  ask stop grpc
  ask kill tcp
  run -1 ask status
  assert_line "tcp dead"
  assert_line "grpc dead"
  sleep 2 # longer than who supervises waits before he starts one again
  run ask status tcp grpc
  assert_line "tcp dead"
  assert_line "grpc dead"

  ask start tcp
  local before
  before=$(server_pid tcp)
  ask restart tcp
  refute [ "$(server_pid tcp)" = "$before" ]
  run -0 ask status tcp
  ask start grpc
}

# is_reached: whether A can connect to tcp's server on B.
is_reached() { host A timeout 2 bash -c "exec 3<>/dev/tcp/$RPC_STRESS_LAB_NET.2/9004" 2>/dev/null; }

@test "a line that is cut carries no calls, and ssh, and is whole again" {
  command -v nft >/dev/null || skip "nft is not installed"
  ask start tcp
  is_reached
  ask cut tcp >"$BATS_TEST_TMPDIR/said" 3>&- &
  eventually 30 refute is_reached
  run -0 ask status tcp
  wait "$!"
  is_reached
  run cat "$BATS_TEST_TMPDIR/said"
  assert_output --regexp '^line-cut of tcp: [1-9][0-9]* packets to it and [0-9]+ from it were dropped$'
  run host B nft list tables
  refute_output --partial rpc_stress_cut
}

@test "a line that loses packets carries calls, and says how many were lost each way" {
  command -v nft >/dev/null || skip "nft is not installed"
  ask start tcp
  host A timeout 9 bash -c "while true; do exec 3<>/dev/tcp/$RPC_STRESS_LAB_NET.2/9004; done" 3>&- &
  run -0 ask loss tcp
  assert_output --regexp '^line-loss of tcp: [1-9][0-9]* packets to it and [1-9][0-9]* from it were dropped$'
  is_reached
}

@test "packets flow again though what drops them is killed" {
  command -v nft >/dev/null || skip "nft is not installed"
  ask start tcp
  ask cut tcp 3>&- &
  eventually 30 refute is_reached
  # shellcheck disable=SC2016 # for the host's shell
  host B bash -c 'for p in /proc/[0-9]*; do
    tr "\0" " " <"$p/cmdline" 2>/dev/null | grep -q "components.sh cut tcp $" && kill -9 "${p#/proc/}"; done; true'
  wait "$!" && return 1
  eventually 30 is_reached
}

@test "the key is good for nothing else" {
  local line
  for line in "id" "bash" "stop tcp; touch /tmp/x" 'stop $(touch /tmp/x)' $'stop tcp\ntouch /tmp/x' "stop tcp&&touch /tmp/x" \
    "stop ../tcp" "stop -h" "internal-sftp" "await tcp" "start tcp | touch /tmp/x"; do
    run -2 by_key "$line"
    assert_output --partial "expected one of start stop restart kill freeze thaw neighbour cut can-cut loss can-loss status, and names of servers"
  done
  run ! host B test -e /tmp/x
  run -2 by_key "status $(printf 'tcp %.0s' {1..600})"
  assert_output --partial "at most 2000 expected"
  run -2 by_key "stop openfeign"
  assert_output --partial "openfeign is not deployed here; there are: tcp grpc"
  run -2 by_key "stop"
  assert_output --partial "stop: expected names of servers"
  # no terminal, no forwarding, no file
  run ! by_key -tt status
  run ! by_key -o ExitOnForwardFailure=yes -N -R 9999:127.0.0.1:22
  run -0 ask status tcp
}

@test "a sweep that needs a server which is not deployed says so before it stops or measures anything" {
  ask start tcp
  run -2 host A "$FOLDER/sweep.sh" --host "$RPC_STRESS_LAB_NET.2" --protocols tcp,openfeign --threads 1 --requests 20 \
    --fresh-servers round --out /tmp/undeployed
  assert_line --partial "host B: openfeign is not deployed here; there are: tcp grpc; run deploy/deploy.sh with it in --technologies"
  run ! host A test -e /tmp/undeployed/raw
  run -0 ask status tcp
}

@test "a key that others can read is not used" {
  host A chmod 644 "$FOLDER/control/key"
  run -2 ask status
  one_line "a control key that others can read: $FOLDER/control/key has mode 644, expected 600"
  run -2 host A "$FOLDER/sweep.sh" --host "$RPC_STRESS_LAB_NET.2" --protocols tcp --threads 1 --requests 20 --out /tmp/refused
  one_line "a control key that others can read"
  run ! host A test -e /tmp/refused
  host A chmod 600 "$FOLDER/control/key"
}

@test "a sweep over two hosts starts B's servers anew, and leaves them as they were" {
  ask start tcp grpc
  local before
  before=$(server_pid tcp)
  run -0 run_sweep --name fresh -- --protocols tcp --gc g1 --threads 2 --requests 20 --runs 2 --repeat 2 --no-report \
    "${FUNCTION_ONLY[@]}" --server-warmup 200ms
  assert_output --partial "--fresh-servers round"
  run host A bash -c "wc -l <$FOLDER/results/fresh/log/warmups.txt"
  assert_output 2
  refute [ "$(server_pid tcp)" = "$before" ]
  run -0 ask status # grpc, too, which no sweep needed meanwhile
  run -0 host B grep -c UseSerialGC "/proc/$(server_pid tcp)/cmdline" # and not on the sweep's collector
  run ! host A test -e "$FOLDER/results/fresh/log/servers-before.txt"
}

@test "a search has its server anew, and leaves all servers as they were" {
  ask start tcp grpc
  local before
  before=$(server_pid tcp)
  run -0 host A bash -c "cd $FOLDER && java -jar client-harness.jar rate --protocol tcp --host $RPC_STRESS_LAB_NET.2 \
    --search --slo p50=1s --rate 20 --max-rate 20 --duration 1s --warmup 0s --full-speed 0s --confirm 1 \
    --retry-flagged 0 --beyond none --server-control deploy/host/ask-servers.sh --out /tmp/searched"
  assert_output --partial "tcp sustains at least 20 calls/s"
  refute [ "$(server_pid tcp)" = "$before" ]
  run -0 ask status # grpc, too, which this search did not need
}

# ---- to other client hosts ------------------------------------------------------------------------

# together HOSTS WORD...: a point on these hosts, from A, as the sweep does it.
together() {
  local hosts=$1
  shift
  host A java -XX:TieredStopAtLevel=1 -jar "$FOLDER/client-harness.jar" run --protocol tcp --host "$RPC_STRESS_LAB_NET.2" --threads 3 \
    --client-hosts "$hosts" --ssh-config "$FOLDER/agents/ssh_config" \
    "--jvm-options=-Xmx128m -XX:TieredStopAtLevel=1" "$@"
}

# clients_of HOST: how many measuring processes it has.
clients_of() { host "$1" bash -c 'grep -la "rpcstress.agent.client[=]" /proc/[0-9]*/cmdline 2>/dev/null | wc -l' || true; }

# agents_of HOST: the process ids of its agents.
agents_of() {
  # shellcheck disable=SC2016 # for the host's shell
  host "$1" bash -c 'for p in /proc/[0-9]*; do
    tr "\0" " " <"$p/cmdline" 2>/dev/null | grep -q "client-harness.jar agent $" && echo "${p#/proc/}"; done; true'
}

has_client() { [[ $(clients_of "$1") -ge 1 ]]; }
has_none() { [[ $(clients_of "$1") -eq 0 && -z $(agents_of "$1") ]]; }

@test "two client hosts are deployed, and a sweep deals its points to both" {
  run -0 run_sweep --name two -- --protocols tcp --threads 3 --requests 100 --runs 2 --no-report "${FUNCTION_ONLY[@]}"
  run host A cut -d, -f1 "$FOLDER/results/two/raw/tcp/t3-r100-hosts2.csv"
  assert_equal "${#lines[@]}" 7 # a head, two runs, and each of them by each host
  run host A cat "$FOLDER/results/two/raw/tcp/t3-r100-hosts2.csv"
  assert_output --partial clientHosts
  run host A cat "$FOLDER/results/two/log/client-tcp-t3-r100-hosts2.log"
  assert_output --partial "client host A2: its clock is known to"
  run -0 has_none A2
}

@test "the key starts an agent on the other host, and nothing else" {
  local by_key=(timeout 60 ssh -F "$FOLDER/agents/ssh_config" -o BatchMode=yes -o LogLevel=ERROR)
  run host A "${by_key[@]}" A2 id </dev/null
  assert_output ""
  run ! host A "${by_key[@]}" -o ExitOnForwardFailure=yes -N -R 9999:127.0.0.1:22 A2
  run host A2 grep -c '^restrict,command="/opt/rpc-stress/deploy/host/run-agent.sh" ssh-ed25519 ' /root/.ssh/authorized_keys
  assert_output 1
}

# lose NAME COMMAND...: begins a point that has no end, does that to A2, and waits until it is said.
lose() {
  local out=$BATS_TEST_TMPDIR/$1
  shift
  together here,A2 --requests 3000 --runs 10000 --out "/tmp/$RANDOM" >"$out" 2>&1 3>&- &
  eventually 120 has_client A2
  "$@"
  wait "$!" && return 1
  run cat "$out"
  assert_output --partial "client-lost"
  assert_output --partial "client host A2: it was lost: "
  eventually 60 has_none A
}

@test "a killed agent, and one that is cut off, are named, and nothing is left running" {
  kill_agents() { agents_of A2 | xargs "$CLONE/deploy/lab.sh" exec A2 kill -KILL; }
  lose killed kill_agents
  eventually 60 has_none A2
  lose cut host A2 ip link set toA down
  eventually 60 has_none A2
  host A2 ip link set toA up
  host A2 ip route replace "$RPC_STRESS_LAB_NET.1/32" dev toA src "$RPC_STRESS_LAB_NET.3"
}

# ---- taken away -----------------------------------------------------------------------------------

# others HOST: whom it lets in beside our keys.
others() { host "$1" grep -Ev 'rpc-stress-(control|agent):' /root/.ssh/authorized_keys; }

@test "a deploy without them, and --uninstall, take the keys away on both sides, and nothing else" {
  local b a2
  host B bash -c 'echo "# somebody else" >>/root/.ssh/authorized_keys'
  host A2 bash -c 'echo "# somebody else" >>/root/.ssh/authorized_keys'
  b=$(others B) a2=$(others A2)
  deploy
  run ! host A bash -c "test -e $FOLDER/control || test -e $FOLDER/agents"
  assert_equal "$(host B cat /root/.ssh/authorized_keys)" "$b"
  deploy_both
  run -0 deploy --client A,A2 --uninstall --purge
  run ! host A test -e "$FOLDER"
  assert_equal "$(host B cat /root/.ssh/authorized_keys)" "$b"
  assert_equal "$(host A2 cat /root/.ssh/authorized_keys)" "$a2"
}
