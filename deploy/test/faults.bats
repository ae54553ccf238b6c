#!/usr/bin/env bats
# bats file_tags=lab,long
# What a sweep on two hosts survives: a lost session, a killed server, a cut link, a frozen host, a
# full disk. Each costs at most the point in hand, is reported, and what is missing can be completed.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_hosts --disk 300m
  [[ ! -r $CONFIG ]] || deploy
}

teardown_file() { stop_hosts; }

teardown() {
  [[ -z ${MEND:-} ]] || eval "$MEND"
  end_sweeps
}

readonly POINTS=4
# Generous limits: a slow machine is no fault. Lost calls end by their own deadline long before.
readonly SWEEP=("${FUNCTION_ONLY[@]}" --threads 1:4:1 --requests 200 --runs 3 --server-wait 600 --timeout 120 --deadline 10s)

files() { host A bash -c "find /opt/rpc-stress/results/$1/raw -name '$2' 2>/dev/null | wc -l"; }
has_points() { [[ $(files "$1" '*.csv') -ge $2 ]]; }
has_failures() { [[ $(files "$1" '*.FAILED') -ge $2 ]]; }
state_is() { jobs_of_a "$1" 2>/dev/null | grep -q "^$1 $2"; }
lab() { timeout 300 "$CLONE/deploy/lab.sh" "$@"; }

# begin NAME: a sweep that has measured something and is not at its end.
begin() {
  run_sweep --name "$1" --detach "${SWEEP[@]}"
  eventually 600 has_points "$1" 1
}

# at_most_one_lost NAME: the sweep came to its end by itself, with one failure or none.
at_most_one_lost() {
  eventually 600 state_is "$1" ended
  local failed
  failed=$(files "$1" '*.FAILED')
  ((failed <= 1))
  assert_equal $((failed + $(files "$1" '*.csv'))) "$POINTS"
}

# completes NAME: what failed is done again, and nothing else.
completes() {
  run run_sweep --name "$1" --redo-failed
  assert_success
  assert_line --partial "$POINTS points done, 0 failed"
}

@test "the session is cut: the sweep goes on, and the following finds it again" {
  need_hosts
  "$CLONE/deploy/run-sweep.sh" --client A --ssh-config "$CONFIG" --name session "${SWEEP[@]}" \
    >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  local follower=$!
  eventually 600 has_points session 1
  # the processes of all ssh sessions on A, but not its listener, process 1's child
  host A bash -c 'for p in /proc/[0-9]*; do
    grep -qs "^sshd: " "$p/cmdline" && ! grep -q listener "$p/cmdline" && kill -9 "${p#/proc/}"; done; true'
  wait "$follower"
  run cat "$BATS_TEST_TMPDIR/out"
  assert_line --partial "lost A"
  assert_line --partial "$POINTS points done, 0 failed"
  assert_equal "$(grep -c 'sweep.sh --host' "$BATS_TEST_TMPDIR/out")" 1
}

# The lab's hosts have no systemd, which would start it again.
@test "a server is killed and started again: one point at most, the restart is recorded, and the point is done again" {
  need_hosts
  begin killed
  host B kill -9 "$(server_pid tcp)"
  eventually 600 has_failures killed 1
  host B /opt/rpc-stress/deploy/host/components.sh start tcp
  at_most_one_lost killed
  run host A cat /opt/rpc-stress/results/killed/log/restarts.txt
  assert_output --partial "the server of tcp was started anew"
  completes killed
}

@test "the link is down for some seconds: one point at most, then on" {
  need_hosts
  begin link
  MEND="lab link up"
  lab link down
  eventually 600 has_failures link 1
  lab link up
  MEND=""
  at_most_one_lost link
  run host A bash -c 'cat /opt/rpc-stress/results/link/raw/tcp/*.FAILED'
  assert_output --partial "redo"
  completes link
}

@test "B is frozen past the limit: the point in hand fails as such, the sweep waits and goes on" {
  need_hosts
  run_sweep --name frozen --detach "${FUNCTION_ONLY[@]}" --threads 1:4:1 --requests 200 --runs 3 --server-wait 600 --timeout 20 --deadline 60s
  eventually 600 has_points frozen 1
  MEND="lab thaw B"
  lab freeze B
  eventually 600 has_failures frozen 1
  sleep 2 # the sweep is waiting for the server now
  lab thaw B
  MEND=""
  run host A bash -c 'cat /opt/rpc-stress/results/frozen/raw/tcp/*.FAILED'
  assert_output --partial "not done after 20 s"
  at_most_one_lost frozen
  completes frozen
}

@test "servers that stay away: the sweep stops instead of failing point by point, and goes on later" {
  need_hosts
  run_sweep --name away --detach "${FUNCTION_ONLY[@]}" --threads 1:4:1 --requests 200 --runs 3 --timeout 120 --server-wait 2
  eventually 600 has_points away 1
  host B /opt/rpc-stress/deploy/host/components.sh stop tcp
  MEND="deploy"
  eventually 600 state_is away "ended 1"
  (($(files away '*.FAILED') <= 1))
  run run_sweep --attach away
  assert_line --partial "the server of tcp has not answered for 2 s"
  deploy
  MEND=""
  completes away
}

@test "A's disk fills: the sweep stops and says so, no file is torn, and it goes on with room" {
  need_hosts
  begin disk
  MEND="host A rm -f /opt/fill"
  host A bash -c 'dd if=/dev/zero of=/opt/fill bs=1M 2>/dev/null || true; cat /dev/zero >>/opt/fill || true' 2>/dev/null
  eventually 600 state_is disk ended
  run run_sweep --attach disk
  assert_failure
  host A rm -f /opt/fill
  MEND=""
  # whole or not at all: a head line and three runs
  run host A bash -c 'wc -l /opt/rpc-stress/results/disk/raw/tcp/*.csv | grep -v total | awk "{ print \$1 }" | sort -u'
  assert_output 4
  completes disk
}
