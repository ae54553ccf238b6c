#!/usr/bin/env bats
# bats file_tags=lab,long
# The playbooks of deploy/ansible, run by a real ansible-playbook between the lab's hosts: what they leave is what the
# scripts leave, since they run them.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_hosts
}

setup() {
  [[ -z ${RPC_STRESS_TEST_PYTHON:-} ]] || export PYTHONPATH=$RPC_STRESS_TEST_PYTHON PATH=$RPC_STRESS_TEST_PYTHON/bin:$PATH
  ansible-playbook --version >/dev/null 2>&1 || skip "no ansible-playbook here: pip install ansible-core"
  export ANSIBLE_HOME=$BATS_FILE_TMPDIR/ansible ANSIBLE_LOCALHOST_WARNING=False ANSIBLE_NOCOLOR=1
  export ANSIBLE_PYTHON_INTERPRETER=auto_silent ANSIBLE_INVENTORY=$BATS_FILE_TMPDIR/hosts.yaml
  cat >"$ANSIBLE_INVENTORY" <<YAML
all:
  vars:
    rpc_stress_ssh_config: ${CONFIG:-none}
    rpc_stress_technologies: [tcp]
    rpc_stress_options: [--no-install]
    ansible_ssh_common_args: -F ${CONFIG:-none}
  children:
    rpc_stress_clients:
      hosts: {A: }
    rpc_stress_servers:
      hosts: {B: }
YAML
}

# play NAME OPTION...: a playbook.
play() {
  local name=$1
  shift
  timeout 600 ansible-playbook "$CLONE/deploy/ansible/$name.yaml" "$@"
}

@test "an inventory without a server is refused before anything is done" {
  printf 'all:\n  children:\n    rpc_stress_clients:\n      hosts: {A: }\n' >"$ANSIBLE_INVENTORY"
  run ! play install
  assert_output --partial "expected hosts in rpc_stress_clients and one in rpc_stress_servers"
}

@test "hosts are installed as deploy.sh does it, described, fetched from, and left as they were found" {
  need_hosts
  run -0 play install
  assert_output --partial "ready: A calls"
  run -0 deploy
  refute_output --partial copied
  run -0 play install
  assert_output --regexp "localhost +: .*changed=0 "

  run -0 play facts
  run python3 -c 'import json, sys; print(*[json.load(open(f))["processor_vcpus"] > 0 for f in sys.argv[1:]])' \
    "$CLONE"/results/hosts/{A,B}.json
  assert_output "True True"
  run -1 grep -l SSH_CONNECTION "$CLONE"/results/hosts/{A,B}.json

  run -0 run_sweep --name played -- --protocols tcp --threads 1 --requests 10 --runs 2 --no-report "${FUNCTION_ONLY[@]}"
  run -0 play fetch --extra-vars name=played
  assert test -s "$CLONE/results/played/raw/tcp/t1-r10.csv"

  run -0 play clean --extra-vars purge=true
  run ! host A test -e /opt/rpc-stress
  run ! host B test -e /opt/rpc-stress
}
