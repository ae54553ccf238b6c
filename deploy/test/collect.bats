#!/usr/bin/env bats
# bats file_tags=lab,long
# collect.sh: its options anywhere; fetching and verifying between the lab's hosts.
#
# What is fetched are files of a sweep's shape, written on host A by hand: what a sweep writes is
# tested elsewhere, and a file that is torn, strange or half-written cannot be had from a real one.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_hosts
}

teardown_file() { stop_hosts; }

teardown() { [[ -z ${MEND:-} ]] || eval "$MEND"; }

# make_sweep NAME POINTS: on host A.
make_sweep() {
  need_hosts
  host A bash -c '
    mkdir -p /opt/rpc-stress/results/'"$1"'/{raw/tcp,log} && cd /opt/rpc-stress/results/'"$1"'
    echo "{}" >sweep.json; echo "a line" >log/run.txt
    for ((i = 1; i <= '"$2"'; i++)); do seq $i 900 >raw/tcp/t$i-r10.csv; done'
  results=$BATS_FILE_TMPDIR/results/$1
}

@test "host A notes when its files were read, and keeps the note to itself" {
  make_sweep noted 2
  before=$(date +%s%3N)
  run collect --name noted
  assert_success
  [[ ! -e $results/.readings ]]
  run host A cat /opt/rpc-stress/results/noted/.readings
  assert_success
  # Listing, hashing, packing: each begins, and ends after that.
  awk -v before="$before" '
    NF != 3 || $3 < before { exit bad = 1 }
    $1 == "begin" { started[$2] = $3; begins++ }
    $1 == "end" { if (!($2 in started) || $3 < started[$2]) exit bad = 1; ends++ }
    END { exit bad || begins < 3 || begins != ends }' <<<"$output"
}

@test "unfinished and hidden files are left for the next time" {
  make_sweep half 1
  host A bash -c 'cd /opt/rpc-stress/results/half; echo x >raw/tcp/.t9-r10.csv.1.tmp; echo x >raw/tcp/t8.tmp; : >.lock'
  run collect --name half
  assert_success
  one_line "half: 3 new files in"
}

@test "a stream that breaks off: what arrived whole stays, the rest is named, the next time completes it" {
  make_sweep torn 40
  host A bash -c 'printf "#!/bin/sh\n/usr/bin/tar \"\$@\" | head -c 9000\n" >/usr/local/sbin/tar; chmod +x /usr/local/sbin/tar'
  MEND="host A rm -f /usr/local/sbin/tar"
  # only the first bytes of each round get through; never a torn file
  host A bash -c 'cd /opt/rpc-stress/results/torn && for i in {1..40}; do head -c 3000 /dev/urandom >raw/tcp/t$i-r10.csv; done'
  run collect --name torn
  assert_failure 1
  assert_line --partial "files could not be fetched and verified; run it again"
  local path
  for path in "$results"/raw/tcp/*.csv; do
    assert_equal "$(stat -c %s "$path")" 3000
  done
  host A rm /usr/local/sbin/tar
  MEND=""
  run collect --name torn
  assert_success
  assert_equal "$(find "$results" -name '*.csv' | wc -l)" 40
}

@test "a log that grows is brought as far as it goes, again and again" {
  make_sweep growing 1
  collect --name growing
  host A bash -c 'echo "another line" >>/opt/rpc-stress/results/growing/log/run.txt'
  run collect --name growing
  assert_success
  run cat "$results/log/run.txt"
  assert_output "$(printf 'a line\nanother line')"
  [[ ! -e $results/superseded ]]
}

@test "a file here that differs is kept aside, and so is the failure of a point that succeeded later" {
  make_sweep differs 1
  host A bash -c 'echo why >/opt/rpc-stress/results/differs/raw/tcp/t3-r10.FAILED'
  collect --name differs
  echo "edited by hand" >"$results/raw/tcp/t1-r10.csv"
  host A bash -c 'cd /opt/rpc-stress/results/differs/raw/tcp; rm t3-r10.FAILED; seq 3 >t3-r10.csv; seq 1 >t1-r10.csv'
  run collect --name differs
  assert_success
  [[ ! -e $results/raw/tcp/t3-r10.FAILED && -e $results/raw/tcp/t3-r10.csv ]]
  run cat "$results"/superseded/*/raw/tcp/t1-r10.csv
  assert_output "edited by hand"
  run cat "$results"/superseded/*/raw/tcp/t3-r10.FAILED
  assert_output why
}

@test "a strange name is refused, and nothing is fetched" {
  make_sweep strange 1
  host A bash -c $'touch "/opt/rpc-stress/results/strange/raw/tcp/a\tb"'
  MEND="host A rm -r /opt/rpc-stress/results/strange"
  run collect --name strange
  assert_failure 1
  one_line "host A lists a strange file name, nothing was fetched"
  [[ -z $(find "$results" -type f ! -name .collected) ]]
}

@test "all sweeps at once, and the newest without a name" {
  make_sweep first 1
  make_sweep second 1
  run collect
  assert_success
  one_line "second: "
  run collect --all
  assert_success
  assert_line --partial "first: "
}
