#!/usr/bin/env bats
# bats file_tags=lab,long
# Several client hosts: deployed, measured together through the agents of real sshds, and what is said and left
# where one of them is lost.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_hosts --clients 2
}

teardown_file() { stop_hosts; }

setup() {
  need_hosts
  host A test -e "$FOLDER/agents/key" || deploy --client A,A2
}

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

@test "hosts that cannot be reached, or have another jar, are named before anything is measured" {
  run -2 together here,A2,nowhere.invalid --requests 30
  one_line "--client-hosts: nowhere.invalid cannot be reached (ssh: "
  host A2 bash -c "cp $FOLDER/client-harness.jar /tmp/kept && jar uf $FOLDER/client-harness.jar -C /etc hostname"
  run together here,A2 --requests 30
  host A2 mv /tmp/kept "$FOLDER/client-harness.jar"
  assert_failure 2
  one_line "A2 has another version of client-harness.jar"
}

# lose NAME COMMAND...: begins a point that has no end, does that to A2, and waits until it is said.
lose() {
  local out=$BATS_TEST_TMPDIR/$1 began
  shift
  together here,A2 --requests 3000 --runs 10000 --out "/tmp/$RANDOM" >"$out" 2>&1 3>&- &
  eventually 120 has_client A2
  "$@"
  began=$SECONDS
  wait "$!" && return 1
  printf '%s s\n' "$((SECONDS - began))" >>"$out"
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

@test "--uninstall takes the key away on both, and nothing else" {
  host A2 bash -c 'echo "# somebody else" >>/root/.ssh/authorized_keys'
  run -0 deploy --client A,A2 --uninstall --purge
  run ! host A test -e "$FOLDER"
  run ! host A2 grep rpc-stress-agent /root/.ssh/authorized_keys
  run -0 host A2 grep "somebody else" /root/.ssh/authorized_keys
}
