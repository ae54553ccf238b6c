#!/usr/bin/env bats
# bats file_tags=lab,long
# The key with which host A may restart host B's servers: what it can, what it cannot, who takes it away, and a
# sweep that uses it. On the lab, with the real sshd of its hosts.

load helper
load hosts

setup_file() {
  make_clone tcp grpc
  start_hosts
}

teardown_file() { stop_hosts; }

setup() {
  need_hosts
  [[ $BUILT == tcp,grpc ]] || skip "tcp and grpc are not both built"
  [[ $BATS_TEST_DESCRIPTION == without* ]] || host A test -e "$FOLDER/control/key" || deploy --control
}

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

@test "the key is good for nothing else" {
  local line
  for line in "id" "bash" "stop tcp; touch /tmp/x" 'stop $(touch /tmp/x)' $'stop tcp\ntouch /tmp/x' "stop tcp&&touch /tmp/x" \
    "stop ../tcp" "stop -h" "internal-sftp" "await tcp" "start tcp | touch /tmp/x"; do
    run -2 by_key "$line"
    assert_output --partial "expected one of start stop restart kill status, and names of servers"
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
  run -0 run_sweep --name fresh -- --protocols tcp --threads 1 --requests 20 --runs 2 --repeat 2 --no-report \
    "${FUNCTION_ONLY[@]}" --server-warmup 200ms
  assert_output --partial "--fresh-servers round"
  run host A bash -c "wc -l <$FOLDER/results/fresh/log/warmups.txt"
  assert_output 2
  refute [ "$(server_pid tcp)" = "$before" ]
  run -0 ask status # grpc, too, which no sweep needed meanwhile
  run ! host A test -e "$FOLDER/results/fresh/log/servers-before.txt"
}

@test "a search has its server anew, and leaves all servers as they were" {
  ask start tcp grpc
  local before
  before=$(server_pid tcp)
  run -0 host A bash -c "cd $FOLDER && java -jar client-harness.jar rate --protocol tcp --host $RPC_STRESS_LAB_NET.2 \
    --search --slo p50=1s --from below --rate 20 --max-rate 20 --duration 1s --warmup 0s --full-speed 0s --confirm 1 \
    --retry-flagged 0 --beyond none --server-control deploy/host/ask-servers.sh --out /tmp/searched"
  assert_output --partial "tcp sustains at least 20 calls/s"
  refute [ "$(server_pid tcp)" = "$before" ]
  run -0 ask status # grpc, too, which this search did not need
}

@test "a deploy without --control, and --uninstall, take the key away on both sides, and nothing else" {
  host B bash -c 'echo "# somebody else" >>/root/.ssh/authorized_keys'
  local others
  others=$(host B grep -v rpc-stress-control /root/.ssh/authorized_keys)
  deploy
  run ! host A test -e "$FOLDER/control"
  assert_equal "$(host B cat /root/.ssh/authorized_keys)" "$others"

  deploy --control
  run -0 deploy --uninstall
  run ! host A test -e "$FOLDER/control"
  assert_equal "$(host B cat /root/.ssh/authorized_keys)" "$others"
}
