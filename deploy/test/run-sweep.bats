#!/usr/bin/env bats
# bats file_tags=lab,long
# run-sweep.sh: sweeps that outlive their session, on the lab.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_hosts
  [[ ! -r $CONFIG ]] || deploy
}

teardown() { end_sweeps; }

teardown_file() { stop_hosts; }

# A grid of a few short points.
readonly SMALL=("${FUNCTION_ONLY[@]}" --threads 2,4 --requests 20 --runs 2)
# More points than a test waits for.
readonly LONG=("${FUNCTION_ONLY[@]}" --threads 1:40:1 --requests 50 --runs 3)

points() { host A bash -c "find /opt/rpc-stress/results/$1/raw -name '*.csv' 2>/dev/null | wc -l"; }
has_points() { [[ $(points "$1") -ge $2 ]]; }

@test "where the servers are and what its name is, is said in one way only" {
  need_hosts
  run run_sweep --name wrong --host 10.0.0.1
  assert_failure 2
  assert_line --partial "host B is named by --server-address here"
  run run_sweep --name wrong --out=/tmp/x
  assert_failure 2
  assert_line --partial "the folder is named by --name here"
}

@test "Ctrl-C ends the following, not the sweep" {
  need_hosts
  "$CLONE/deploy/run-sweep.sh" --client A --ssh-config "$CONFIG" --name ctrlc "${LONG[@]}" \
    >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  local pid=$!
  eventually 600 has_points ctrlc 1
  kill -TERM "$pid" # bash ignores SIGINT in the background; the trap is the same
  wait "$pid" || assert_equal "$?" 130
  run cat "$BATS_TEST_TMPDIR/out"
  assert_line --partial "detached; ctrlc goes on"
  local before
  before=$(points ctrlc)
  eventually 600 has_points ctrlc $((before + 2))
  run_sweep --stop ctrlc
}

@test "a stopped sweep goes on by its name alone, and measures no point twice" {
  need_hosts
  run_sweep --name again --detach "${FUNCTION_ONLY[@]}" --threads 1:6:1 --requests 50 --runs 2
  eventually 600 has_points again 2
  run_sweep --stop again
  host A bash -c 'cd /opt/rpc-stress/results/again/raw && sha256sum */*.csv >/tmp/sums'
  run run_sweep --name again
  assert_success
  assert_line --partial "resuming the sweep"
  assert_equal "$(points again)" 6
  run host A bash -c 'cd /opt/rpc-stress/results/again/raw && sha256sum --quiet -c /tmp/sums'
  assert_success
}
