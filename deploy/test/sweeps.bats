#!/usr/bin/env bats
# bats file_tags=lab,long
# Sweeps on two hosts, over the paper's line of 1 Mbit/s: what they survive (a lost session, a killed server, a cut link,
# a frozen host, a full disk), and that their files arrive whole. Each fault costs at most the point in hand, is
# reported, and what is missing can be completed.

load helper
load hosts

# The line's token bucket holds one burst before it shapes; a run of a second hides little in it.
readonly MAX_MBPS=1.10

setup_file() {
  make_clone rpcx grpc tcp
  start_hosts --disk 500m --line rate=1mbit
  [[ ! -r $CONFIG ]] || deploy
}

teardown() {
  mend
  end_sweeps
}

readonly POINTS=4
# Generous limits: a slow machine is no fault. Lost calls end by their own deadline long before.
readonly PATIENT=(--server-wait 600 --timeout 120 --deadline 10s)
readonly SWEEP=("${FUNCTION_ONLY[@]}" --protocols tcp --threads 1:4:1 --requests 200 --runs 3)

has_failures() { [[ $(files "$1" '*.FAILED') -ge $2 ]]; }
state_is() { jobs_of_a "$1" 2>/dev/null | grep -q "^$1 $2"; }
lab() { timeout 300 "$CLONE/deploy/lab.sh" "$@"; }
components() { host B "$FOLDER/deploy/host/components.sh" "$@"; }

# begin NAME [OPTION...]: a sweep that has measured something and is not at its end.
begin() {
  [[ $# -gt 1 ]] || set -- "$1" "${PATIENT[@]}"
  run_sweep --name "$1" --detach "${SWEEP[@]}" "${@:2}"
  eventually 600 has_points "$1" 1
}

# completes NAME: what failed is done again, and nothing else; options that are not given are those that it had.
completes() {
  run -0 run_sweep --name "$1" --redo-failed --retry-flagged 0
  assert_line --partial "$POINTS points done, 0 failed"
}

# ---- the session --------------------------------------------------------------------------------

@test "where the servers are and what its name is, is said in one way only" {
  run -2 run_sweep --name wrong --host 10.0.0.1
  assert_line --partial "host B is named by --server-address here"
  run -2 run_sweep --name wrong --out=/tmp/x
  assert_line --partial "the folder is named by --name here"
}

# followed NAME: starts a sweep and follows it, in the background, until it has a point.
followed() {
  "$CLONE/deploy/run-sweep.sh" --client A --ssh-config "$CONFIG" --name "$1" "${SWEEP[@]}" "${PATIENT[@]}" \
    >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  follower=$!
  eventually 600 has_points "$1" 1
}

@test "Ctrl-C ends the following, not the sweep, which is stopped by its name, goes on by it, and measures no point twice" {
  followed ctrlc
  kill -TERM "$follower" # bash ignores SIGINT in the background; the trap is the same
  wait "$follower" || assert_equal "$?" 130
  run cat "$BATS_TEST_TMPDIR/out"
  assert_line --partial "detached; ctrlc goes on"
  eventually 600 has_points ctrlc 2
  run_sweep --stop ctrlc
  host A bash -c "cd $FOLDER/results/ctrlc/raw && sha256sum */*.csv >/tmp/sums"
  run -0 run_sweep --name ctrlc
  assert_line --partial "resuming the sweep"
  assert_equal "$(files ctrlc '*.csv')" "$POINTS"
  run -0 host A bash -c "cd $FOLDER/results/ctrlc/raw && sha256sum --quiet -c /tmp/sums"
}

@test "the session is cut: the sweep goes on, and the following finds it again" {
  followed session
  # the processes of all ssh sessions on A, but not its listener, process 1's child
  host A bash -c 'for p in /proc/[0-9]*; do
    grep -qs "^sshd: " "$p/cmdline" && ! grep -q listener "$p/cmdline" && kill -9 "${p#/proc/}"; done; true'
  wait "$follower"
  run cat "$BATS_TEST_TMPDIR/out"
  assert_line --partial "lost A"
  assert_line --partial "$POINTS points done, 0 failed"
  assert_equal "$(grep -c 'sweep.sh --host' "$BATS_TEST_TMPDIR/out")" 1
}

# ---- the servers, the line, the disk ------------------------------------------------------------

# survives NAME BREAK MEND [OPTION...]: a sweep goes on by itself after what fails a point, with one that failed or none,
# and does that again when it is asked to.
survives() {
  begin "$1" "${@:4}"
  MEND=$3
  eval "$2"
  eventually 600 has_failures "$1" 1
  sleep 2 # it is waiting for the server now
  mend
  eventually 600 state_is "$1" ended
  local failed
  failed=$(files "$1" '*.FAILED')
  ((failed <= 1))
  assert_equal $((failed + $(files "$1" '*.csv'))) "$POINTS"
  completes "$1"
}

# The lab's hosts have no systemd, which would start it again.
@test "a server is killed and started again: one point at most, and the restart is recorded" {
  survives killed 'host B kill -9 "$(server_pid tcp)"' "components start tcp"
  run host A cat "$FOLDER/results/killed/log/restarts.txt"
  assert_output --partial "the server of tcp was restarted"
}

@test "the link is down for some seconds: one point at most, then on" {
  survives link "lab link down" "lab link up"
}

@test "B is frozen past the limit: the point in hand fails as such, the sweep waits and goes on" {
  failed_as() { host A grep -h "not done after 20 s" -r "$FOLDER/results/frozen/raw"; }
  survives frozen "lab freeze B" "lab thaw B; failed_as" --server-wait 600 --timeout 20 --deadline 60s
}

@test "servers that stay away: the sweep stops instead of failing point by point, and goes on later" {
  begin away --server-wait 2 --timeout 120
  components stop tcp
  MEND="components start tcp"
  eventually 600 state_is away "ended 1"
  (($(files away '*.FAILED') <= 1))
  run run_sweep --attach away
  assert_line --partial "the server of tcp has not answered for 2 s"
  mend
  completes away
}

@test "A's disk fills: the sweep stops and says so, no file is torn, and it goes on with room" {
  begin disk
  MEND="host A rm -f /opt/fill"
  host A bash -c 'dd if=/dev/zero of=/opt/fill bs=1M 2>/dev/null || true; cat /dev/zero >>/opt/fill || true' 2>/dev/null
  eventually 600 state_is disk ended
  run ! run_sweep --attach disk
  mend
  # whole or not at all: a head line and three runs
  run host A bash -c "wc -l $FOLDER/results/disk/raw/tcp/*.csv | grep -v total | awk '{ print \$1 }' | sort -u"
  assert_output 4
  completes disk
}

is_shaped() { host "$1" tc qdisc show dev eth0 | grep -q ' 52c1: root'; }
is_as_it_was() { ! is_shaped A && ! is_shaped B; }

@test "a line that run-sweep.sh sets is measured, and gone with that script, as is the sweep, which goes on with it" {
  local own=(--client A --server B --ssh-config "$CONFIG" --name shaped --line rate=8mbit --line-interface eth0)
  lab link none
  MEND="lab link rate=1mbit"
  "$CLONE/deploy/run-sweep.sh" "${own[@]}" "${SWEEP[@]}" "${PATIENT[@]}" >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  local caller=$!
  eventually 600 has_points shaped 1
  is_shaped B
  kill -9 "$caller"
  eventually 120 is_as_it_was
  state_is shaped ended
  run -0 timeout 900 "$CLONE/deploy/run-sweep.sh" "${own[@]}"
  assert_line --partial "$POINTS points done, 0 failed"
  is_as_it_was
}

# busiest COLUMN: the highest rate of any run in Mbit/s, by that column's bytes and the run's time.
busiest() {
  awk -F, -v name="$1" '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column[name] == "" { missing = 1 }
    { rate = $column[name] * 8 / ($column["timeTotalUs"]); if (rate > most) most = rate }
    END { print missing ? "unknown" : most }' "$BATS_FILE_TMPDIR"/results/line/raw/*/*.csv
}

@test "bytes by time never exceed the line, in either direction" {
  run -0 run_sweep --name line "${FUNCTION_ONLY[@]}" --protocols "$BUILT" --threads 10,100 --requests 1000 --runs 2 --deadline 60s
  run -0 collect --name line
  local direction rate
  for direction in bytesOut bytesIn; do
    rate=$(busiest "$direction")
    echo "$direction: $rate Mbit/s at most"
    awk -v rate="$rate" -v most="$MAX_MBPS" 'BEGIN { exit !(rate > 0 && rate <= most) }'
  done
}

# ---- collect.sh -----------------------------------------------------------------------------------
#
# What is fetched are files of a sweep's shape, written on host A by hand: a file that is torn, strange or half-written
# cannot be had from a real one.

# make_sweep NAME POINTS
make_sweep() {
  on_a "$1" '
    mkdir -p raw/tcp log
    echo "{}" >sweep.json; echo "a line" >log/run.txt
    for ((i = 1; i <= '"$2"'; i++)); do seq $i 900 >raw/tcp/t$i-r10.csv; done'
  results=$BATS_FILE_TMPDIR/results/$1
}

# on_a NAME SCRIPT: in the folder of a sweep.
on_a() { host A bash -c "mkdir -p $FOLDER/results/$1 && cd $FOLDER/results/$1; $2"; }

@test "what is hidden, unfinished or strange stays on A, which notes when its files were read" {
  make_sweep half 1
  on_a half $'echo x >raw/tcp/.t9-r10.csv.1.tmp; echo x >raw/tcp/t8.tmp; touch "raw/tcp/a\tb" .lock'
  local before
  before=$(date +%s%3N)
  run -0 collect --name half
  one_line "half: 3 new files in"
  assert_equal "$(find "$results" -type f -printf '%P\n' | sort)" $'log/run.txt\nraw/tcp/t1-r10.csv\nsweep.json'
  run on_a half 'cat .readings'
  awk -v before="$before" 'NF == 3 && $1 == (NR == 1 ? "begin" : "end") && $3 >= before { good++ } END { exit good != 2 }' <<<"$output"
}

@test "a stream that breaks off: what arrived whole stays, the rest is reported, the next time completes it" {
  make_sweep torn 0
  # only the first bytes of each round get through; never a torn file
  on_a torn 'for i in {1..40}; do head -c 3000 /dev/urandom >raw/tcp/t$i-r10.csv; done'
  host A bash -c 'cat >/usr/local/sbin/rsync; chmod +x /usr/local/sbin/rsync' <<'RSYNC'
#!/bin/bash
exec 3<&0
{ /usr/bin/rsync "$@" <&3 & echo "$!" >/tmp/rsync.pid; wait; } | { dd bs=1 count=60000 2>/dev/null; sleep 1; kill -9 "$(cat /tmp/rsync.pid)"; }
RSYNC
  MEND="host A rm -f /usr/local/sbin/rsync"
  run -1 collect --name torn
  assert_line --partial "files could not be fetched and verified; run it again"
  run find "$results/raw" -type f -size -3000c
  assert_output ""
  mend
  run -0 collect --name torn
  assert_equal "$(find "$results" -name '*.csv' -size 3000c | wc -l)" 40
}

@test "a log that grows is brought as far as it goes, again and again" {
  make_sweep growing 1
  collect --name growing
  on_a growing 'echo "another line" >>log/run.txt'
  run -0 collect --name growing
  run cat "$results/log/run.txt"
  assert_output "$(printf 'a line\nanother line')"
  [[ ! -e $results/superseded ]]
}

@test "a file here that differs or is gone there is kept aside: of one point there is one end" {
  make_sweep differs 2
  on_a differs 'echo why >raw/tcp/t3-r10.FAILED'
  collect --name differs
  echo "edited by hand" >"$results/raw/tcp/t1-r10.csv"
  echo report >"$results/report.html"
  on_a differs 'cd raw/tcp; rm t3-r10.FAILED; seq 3 >t3-r10.csv; seq 1 >t1-r10.csv
    mkdir -p ../../invalid; mv t2-r10.csv ../../invalid/; echo why >t2-r10.FAILED'
  run -0 collect --name differs
  [[ ! -e $results/raw/tcp/t3-r10.FAILED && -e $results/raw/tcp/t3-r10.csv ]]
  run cat "$results"/superseded/*/raw/tcp/t1-r10.csv
  assert_output "edited by hand"
  run cat "$results"/superseded/*/raw/tcp/t3-r10.FAILED
  assert_output why
  [[ ! -e $results/raw/tcp/t2-r10.csv && -e $results/raw/tcp/t2-r10.FAILED ]]
  [[ -e $results/invalid/t2-r10.csv && -e $results/report.html ]]
  run -0 ls "$results"/superseded/*/raw/tcp/t2-r10.csv
}

@test "all sweeps at once, and the newest without a name" {
  make_sweep first 1
  make_sweep second 1
  run -0 collect
  one_line "second: "
  run -0 collect --all
  assert_line --partial "first: "
}
