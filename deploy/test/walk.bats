#!/usr/bin/env bats
# One walk over the two-host lab, as docs/deploy.md has it: up, deploy, sweep, collect, uninstall, down. What can go
# wrong on the way is in the other files.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_hosts
}

readonly LONG=("${FUNCTION_ONLY[@]}" --threads 1:40:1 --requests 50 --runs 3)

@test "up: two hosts that ssh and scp reach, each with one CPU and 2 GB, and nothing but each other" {
  run cat "$BATS_FILE_TMPDIR/lab.out"
  assert_line "host A: root@$RPC_STRESS_LAB_NET.1"
  assert_line "host B: root@$RPC_STRESS_LAB_NET.2"
  assert_equal "$(timeout 60 ssh -F "$CONFIG" B hostname)" hostB
  echo payload >"$BATS_TEST_TMPDIR/file"
  timeout 60 scp -q -F "$CONFIG" "$BATS_TEST_TMPDIR/file" A:/opt/sent
  assert_equal "$(host A cat /opt/sent)" payload
  run ! host B ls /opt/sent
  run ! host A ip route get 192.0.2.1
  run timeout 60 ssh -F "$CONFIG" A java -XshowSettings:system -version
  assert_line --regexp 'Effective CPU Count: 1$'
  assert_line --regexp 'Memory Limit: 2.00G$'
}

@test "deploy: from nothing to servers that A reaches, run by an unprivileged user; a second time nothing is done" {
  run -0 deploy
  assert_line --partial "ready: A calls $RPC_STRESS_LAB_NET.2"
  local pid
  pid=$(server_pid tcp)
  assert_equal "$(host B stat -c %U "/proc/$pid")" rpcstress
  # listening addresses, but for sshd's port 22 (0016): no wildcard
  run host B bash -c 'awk "\$4 == \"0A\" && \$2 !~ /:0016\$/ { sub(/:.*/, \"\", \$2); print \$2 }" /proc/net/tcp /proc/net/tcp6 | sort -u'
  assert_output --regexp "^(0000000000000000FFFF0000)?02$(printf '%02X' "${RPC_STRESS_LAB_NET##*.}")C60A$"
  run -0 deploy
  assert_line "B: all files are there already"
  assert_equal "$(server_pid tcp)" "$pid"
}

@test "sweep: followed to its end; detached, attached to, stopped, and gone on with" {
  run -0 run_sweep --name small "${FUNCTION_ONLY[@]}" --threads 2,4 --requests 20 --runs 2
  assert_line --partial "2 points done, 0 failed"
  # what was refused is not remembered, and what an earlier session printed is not printed again
  run -2 run_sweep --name small "${FUNCTION_ONLY[@]}" --threads 5 --requests 20 --runs 2
  assert_line --partial "now it is 5: give the same options"
  run -0 run_sweep --name small
  assert_line --partial "2 points done, 0 failed"
  refute_line --partial "give the same options"
  run -0 run_sweep --name away --detach "${LONG[@]}"
  eventually 600 has_points away 2
  run run_sweep --status
  assert_line --regexp '^  .*[0-9]+ threads x 50 requests'
  run -0 run_sweep --stop away
  run -130 run_sweep --attach away
  assert_line --partial "interrupted"
  run run_sweep --status
  assert_line "small ended 0, 2 points, 0 failed"
}

@test "collect: all files arrive whole, a second time only what is new" {
  run -0 collect --name small
  one_line "new files in"
  assert_equal "$(cd "$BATS_FILE_TMPDIR/results/small" && cat raw/tcp/*.csv | sha256sum)" \
    "$(host A bash -c "cd $FOLDER/results/small && cat raw/tcp/*.csv | sha256sum")"
  run -0 collect --name small
  one_line "small: 0 new files in"
}

@test "uninstall and down leave nothing but the results, and --purge not even these" {
  run -0 deploy --uninstall
  assert_line --partial "results stay in $FOLDER/results"
  run host A ls -A "$FOLDER"
  assert_output $'jobs\nmade.txt\nresults'
  run ! host B ls -A "$FOLDER"
  run -0 deploy --uninstall --purge
  run ! host A ls -A "$FOLDER"
  "$CLONE/deploy/lab.sh" down
  [[ ! -e $RPC_STRESS_LAB ]]
  run ip route show "$RPC_STRESS_LAB_NET.0/24"
  assert_output ""
}
