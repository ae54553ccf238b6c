#!/usr/bin/env bats
# bats file_tags=lab,long
# A sweep over the paper's line of 1 Mbit/s: what was measured may not be more than the line carries.

load helper
load hosts

# The line's token bucket holds one burst before it shapes; a run of a second hides little in it.
readonly MAX_MBPS=1.10

setup_file() {
  make_clone rpcx grpc tcp
  start_hosts --line rate=1mbit
  [[ ! -r $CONFIG ]] || deploy
}

teardown_file() { stop_hosts; }

# busiest COLUMN: the highest rate of any run in Mbit/s, by that column's bytes and the run's time.
busiest() {
  awk -F, -v name="$1" '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column[name] == "" { missing = 1 }
    { rate = $column[name] * 8 / ($column["timeTotalUs"]); if (rate > most) most = rate }
    END { print missing ? "unknown" : most }' "$BATS_FILE_TMPDIR"/results/line/raw/*/*.csv
}

@test "bytes by time never exceed the line, in either direction" {
  need_hosts
  run run_sweep --name line "${FUNCTION_ONLY[@]}" --protocols "$BUILT" --threads 10,100 --requests 1000 --runs 2 --deadline 60s
  assert_success
  run collect --name line
  assert_success
  local direction rate
  for direction in bytesOut bytesIn; do
    rate=$(busiest "$direction")
    echo "$direction: $rate Mbit/s at most"
    awk -v rate="$rate" -v most="$MAX_MBPS" 'BEGIN { exit !(rate > 0 && rate <= most) }'
  done
}
