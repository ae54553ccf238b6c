# shellcheck shell=bash
# One slice: one process of one client, measured. Sourced by own-share.sh.
# shellcheck disable=SC2154 # own-share.sh and processors.sh set what is read here

readonly NAME=abcdefghijklmnop # what every client asks with; the harness's default
readonly GRPC_PATH=/rpcstress.greet.v1.Greeter/Greet
readonly RUNS=3 # of a slice: two warm up, the last is measured
readonly TRIAL_CALLS=20000
readonly FEWEST_CALLS=1000
readonly NULL_CALLS=20000000 # about 1.5 s a run
readonly LIVE_WARMUP=3s LIVE_RATE=20000

server_pid="" server_technology=""

slices_header() {
  printf '%s\n' part client threads round calls callsPerSecond p50Us p99Us clientCpuUs serverCpuUs \
    allocBytes foreignCores disturbed | paste -sd '\t'
}

# start_server TECHNOLOGY: sets server_address, server_port, server_usage_port and server_pid.
start_server() {
  local line address
  local -a pin=()
  [[ -z $server_cpus ]] || pin=(--cpus "$server_cpus")
  server_technology=$1
  line=$("$home/deploy/servers.sh" start "$1" --port "$1=0" --variant tuned \
    --state "$scratch/state" "${pin[@]}") || die 1 "the $1 server did not start"
  read -r _ address server_usage_port server_pid <<<"$line"
  server_address=${address%:*} server_port=${address##*:}
}

stop_server() {
  [[ -n $server_technology ]] || return 0
  "$home/deploy/servers.sh" stop "$server_technology" --state "$scratch/state" || true
  server_technology="" server_pid=""
}

# server_counter NAME: of that server.
server_counter() { usage_counter "$server_address" "$server_usage_port" "$1"; }

# last_run FILE COLUMN...: of the file's last line, by the columns' names; a tab between two.
last_run() {
  local file=$1
  shift
  awk -F, -v wanted="$*" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { last = $0 }
    END {
      split(last, cell, ",")
      n = split(wanted, name, " ")
      for (i = 1; i <= n; i++) printf "%s%s", cell[at[name[i]]], i < n ? "\t" : "\n"
    }' "$file"
}

# failed_client FILE: shows what the client said last, and ends.
failed_client() {
  tail -n 5 "$1" >&2
  die 1 "$client failed at $count threads"
}

# Each client_... makes `amount` calls on `count` threads and leaves in `result`: calls, seconds,
# p50 us, p99 us, CPU ms of the client, allocated bytes; a dash where unknown.

# by_hand: the result of a client that prints the harness's columns.
by_hand() {
  result=$(last_run "$scratch/out" callsOk timeTotal p50Us p99Us clientCpuMs |
    awk -F '\t' -v OFS='\t' '{ for (i = 3; i <= 4; i++) if ($i == "") $i = "-"
      print $1, $2 / 1000, $3, $4, $5, "-" }')
}

client_C() {
  "${on_client_cpu[@]}" "$scratch/closed-loop" "$server_address" "$server_port" "$count" "$amount" \
    "$RUNS" >"$scratch/out" 2>"$scratch/err" || failed_client "$scratch/err"
  by_hand
}

client_java() {
  local -a settings
  mapfile -t settings < <("$java" -cp "$jar" io.rpcstress.usage.JvmSettings)
  "${on_client_cpu[@]}" "$java" "${settings[@]}" -cp "$scratch" ClosedLoop "$server_address" \
    "$server_port" "$count" "$amount" "$RUNS" >"$scratch/out" 2>"$scratch/err" ||
    failed_client "$scratch/err"
  by_hand
}

# client_timed OPTION...: the harness for a time, after a warm-up, with these options.
client_timed() {
  local -a load=(run --windows 1)
  [[ $part == live ]] || load=(rate --rate "$LIVE_RATE")
  rm -rf "$scratch/raw"
  "${on_client_cpu[@]}" "$java" -jar "$jar" "${load[@]}" --protocol null --threads "$count" \
    --warmup "$LIVE_WARMUP" --duration "${seconds}s" --out "$scratch/raw" "$@" \
    >"$scratch/out" 2>"$scratch/err" || failed_client "$scratch/err"
  result_of "$(find "$scratch/raw" -name '*.csv' ! -name '*.series.csv')"
}

client_silent() { client_timed; }

# result_of FILE: the result of the harness, from its rows.
result_of() {
  result=$(last_run "$1" callsOk timeTotal p50Us p99Us clientCpuMs clientAllocBytes |
    awk -F '\t' -v OFS='\t' '{ for (i = 3; i <= 6; i++) if ($i == "") $i = "-"
      print $1, $2 / 1000, $3, $4, $5, $6 }')
}

client_harness() {
  if [[ $part == live* ]]; then
    client_timed --live
    return
  fi
  local technology
  local -a to=()
  case $part in
    null) technology=null ;;
    tcp) technology=tcp ;;
    http) technology=openfeign@tuned ;;
    grpc) technology=grpc@tuned ;;
  esac
  [[ -z $server_pid ]] || to=(--host "$server_address" --port "${technology%@*}=$server_port"
    --usage-port "${technology%@*}=$server_usage_port")
  rm -rf "$scratch/raw"
  "${on_client_cpu[@]}" "$java" -jar "$jar" run --protocol "$technology" "${to[@]}" \
    --threads "$count" --requests "$amount" --request-mode total \
    --runs "$RUNS" --out "$scratch/raw" >"$scratch/out" 2>"$scratch/err" || failed_client "$scratch/err"
  result_of "$(find "$scratch/raw" -name '*.csv')"
}

# timed COMMAND...: runs it on the clients' processor, then leaves its CPU time in `cpu_ms`.
timed() {
  local TIMEFORMAT='%U %S' spent
  { time "${on_client_cpu[@]}" "$@" >"$scratch/out" 2>"$scratch/err"; } 2>"$scratch/time" ||
    failed_client "$scratch/out"
  spent=$(tail -n 1 "$scratch/time")
  cpu_ms=$(awk -v spent="$spent" 'BEGIN { split(spent, s, " "); print (s[1] + s[2]) * 1000 }')
}

# wrk has no number of calls: it goes on for a time, on one thread that waits for all connections.
client_wrk() {
  timed wrk -t 1 -c "$count" -d "${seconds}s" --latency \
    "http://$server_address:$server_port/greet?name=$NAME"
  ! grep -E 'Non-2xx|Socket errors' "$scratch/out" >&2 || failed_client "$scratch/out"
  result=$(awk -v cpu="$cpu_ms" '
    function micros(text) {
      return text * (text ~ /us/ ? 1 : text ~ /ms/ ? 1000 : text ~ /m/ ? 60000000 : 1000000)
    }
    $1 == "50%" { p50 = micros($2) }
    $1 == "99%" { p99 = micros($2) }
    /requests in/ { calls = $1; took = micros($4) / 1000000 }
    END { printf "%d\t%s\t%s\t%s\t%s\t-\n", calls, took, p50, p99, cpu }' "$scratch/out")
}

# One connection with as many streams at a time as there would be threads.
client_h2load() {
  # A frame that is not compressed: 18 bytes, of which field 1, a string of 16 bytes.
  printf '\0\0\0\0\22\12\20%s' "$NAME" >"$scratch/body"
  timed h2load -t 1 -c 1 -m "$count" -n "$amount" -d "$scratch/body" \
    -H 'content-type: application/grpc' -H 'te: trailers' \
    "http://$server_address:$server_port$GRPC_PATH"
  grep -q "requests: $amount total, .* $amount succeeded, 0 failed" "$scratch/out" ||
    failed_client "$scratch/out"
  result=$(awk -v calls="$amount" -v cpu="$cpu_ms" '
    function seconds(text) {
      return text * (text ~ /us/ ? 0.000001 : text ~ /ms/ ? 0.001 : text ~ /min/ ? 60 : 1)
    }
    $1 == "finished" { printf "%d\t%s\t-\t-\t%s\t-\n", calls, seconds($3), cpu }' "$scratch/out")
}

# take_slice PART CLIENT COUNT AMOUNT: leaves `result`, and what the server used in `server_cell`.
take_slice() {
  local part=$1 client=$2 count=$3 amount=$4 served cpu
  server_cell=-
  if [[ -z $server_pid ]]; then
    "client_$client"
    return 0
  fi
  served=$(server_counter rpcstress_calls_served)
  cpu=$(server_counter rpcstress_cpu_nanoseconds)
  "client_$client"
  served=$(($(server_counter rpcstress_calls_served) - served))
  cpu=$(($(server_counter rpcstress_cpu_nanoseconds) - cpu))
  check_served "$served"
  server_cell=$(awk -v ns="$cpu" -v calls="$served" 'BEGIN { printf "%.3f", ns / 1000 / calls }')
}

# check_served N: neither wrk nor h2load reads what it was answered; the server counts good calls.
check_served() {
  local least most
  least=${result%%$'\t'*}
  case $client in
    C | java | harness) least=$((least * RUNS)) most=$((least * RUNS)) ;;
    wrk) most=$((least + count)) ;; # what was open when the time was over
    *) most=$least ;;
  esac
  (($1 >= least && $1 <= most)) ||
    die 1 "$client at $count threads: $least to $most calls expected, the server answered $1 as asked"
}

# measure PART CLIENT COUNT ROUND AMOUNT: a slice, again while it was disturbed, and its row.
measure() {
  local tries=0 ticks from foreign disturbed
  while true; do
    await_quiet
    ticks=$(foreign_ticks)
    from=$(uptime_seconds)
    take_slice "$1" "$2" "$3" "$5"
    foreign=$(foreign_cores "$ticks" "$from")
    disturbed=0
    exceeds "$foreign" "$DISTURBED_CORES" || break
    disturbed=1
    ((tries++ < retries)) || break
    say "  again: others took $foreign cores"
  done
  awk -v OFS='\t' -v part="$1" -v client="$2" -v threads="$3" -v round="$4" -v server="$server_cell" \
    -v foreign="$foreign" -v disturbed="$disturbed" -F '\t' '{
      print part, client, threads, round, $1, sprintf("%.1f", $1 / $2), $3, $4,
        $5 == "-" ? "-" : sprintf("%.4f", $5 * 1000 / $1), server, $6, foreign, disturbed }' <<<"$result" >>"$scratch/slices"
}

# amount_of PART CLIENT COUNT: calls of a slice. Two trials, the second as long as a slice, which
# also warm the server up.
amount_of() {
  local amount=${calls:-$TRIAL_CALLS} trial
  case $1 in
    null)
      printf '%d\n' "$NULL_CALLS"
      return 0
      ;;
    live | live-rate)
      printf 'as many as come\n'
      return 0
      ;;
  esac
  for trial in first second; do
    say "$1: $trial trial, threads: $3"
    take_slice "$1" "$2" "$3" "$amount"
    [[ -n $calls ]] || amount=$(awk -F '\t' -v seconds="$seconds" -v fewest="$FEWEST_CALLS" '{
      calls = int($1 / $2 * seconds)
      print (calls > fewest ? calls : fewest) }' <<<"$result")
  done
  printf '%d\n' "$amount"
}
