# shellcheck shell=bash
# Measures what the lab's hosts and line really give. Sourced by lab.sh.
#
# Every check prints one line through note: "ok" where the limit holds, "MISS" where it does not.
# Nothing has to be installed for it: rate and loss are counted by the kernel at the receiver while
# dd sends datagrams, the round trip is the kernel's own measurement of a TCP handshake.

readonly PROBE_BYTES=1400
# What both directions can send at once without a core being the limit.
readonly EASY_KBIT=100000
readonly RATE_SETTLE_S=0.3
# Loss is judged from so many datagrams, fewer where the line would need longer than a second.
readonly LOSS_PROBES=1000
readonly LOSS_BURST=25
readonly LOSS_PROBE_BYTES=20
# ... and with its Ethernet, IP and UDP headers
readonly LOSS_FRAME_BYTES=62
readonly RTT_SAMPLES=5
readonly JVM_SECONDS=20

# mark CONDITION TEXT: prints the text as ok or MISS, by an awk condition on numbers.
mark() {
  if awk "BEGIN { exit ($1) ? 0 : 1 }"; then
    printf 'ok   %s\n' "$2"
  else
    printf 'MISS %s\n' "$2"
  fi
}

verify_all() {
  at_once verify_jvm A verify_jvm B
  verify_isolation
  verify_rtt
  [[ $RATE_KBIT -eq 0 ]] || verify_both_ways verify_rate
  [[ $LOSS == 0 ]] || verify_both_ways verify_loss
  note "machine: $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg) while measuring"
}

# verify_jvm HOST: the processors and the memory that a JVM finds on the host; prints the lines.
verify_jvm() {
  local host=$1 seen cpus memory
  if ! run_in "$host" bash -c 'command -v java' >/dev/null 2>&1; then
    echo "MISS $host: no java on this machine: what a JVM sees was not measured"
    return 0
  fi
  seen=$(run_in "$host" timeout "$JVM_SECONDS" java -XshowSettings:system -version 2>&1 || true)
  cpus=$(sed -n 's/.*Effective CPU Count: *//p' <<<"$seen")
  memory=$(sed -n 's/.*Memory Limit: *//p' <<<"$seen")
  seen_as "$host" 'CPU count' 1 "$cpus"
  seen_as "$host" 'memory limit' 2.00G "$memory"
}

# seen_as HOST WHAT WANTED SEEN
seen_as() {
  local result=MISS
  [[ $4 != "$3" ]] || result=ok
  printf '%-4s %s: %s in a JVM: %s (asked: %s)\n' "$result" "$1" "$2" "${4:-unknown}" "$3"
}

# Outside must have no way into the range, and a host no way out of it. Asked of the routing tables:
# a connection that leaks would already be the damage.
verify_isolation() {
  local host outside=192.0.2.1
  if ip route get "$(address A)" >/dev/null 2>&1; then
    note "MISS isolation: the machine has a route to $(address A)"
  fi
  for host in A B; do
    if in_net "$host" ip route get "$outside" >/dev/null 2>&1; then
      note "MISS isolation: host $host has a route to the outside"
    fi
  done
}

# rtt_us: the kernel's round-trip time of one TCP handshake from A to B.
rtt_us() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  in_net A timeout 5 bash -c '
    exec 3<>"/dev/tcp/$1/22" && read -r _ <&3
    ss -Htni state established dst "$1"
  ' rtt "$(address B)" 2>/dev/null |
    sed -n 's/.*minrtt:\([0-9.]*\).*/\1/p' | head -n 1 | awk '{ printf "%d", $1 * 1000 }'
}

verify_rtt() {
  local i median asked text
  # the first one also asks for the hardware address
  rtt_us >/dev/null || true
  median=$(for ((i = 0; i < RTT_SAMPLES; i++)); do
    rtt_us || true
    echo
  done | grep . | sort -n | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }')
  if [[ -z $median ]]; then
    note "MISS rtt: no connection from A to B"
    return 0
  fi
  asked=$ASKED_DELAY_US
  text="rtt: $(awk "BEGIN { printf \"%.2f\", $median / 1000 }") ms"
  if [[ $asked -eq 0 ]]; then
    note "ok   $text (no delay asked)"
  else
    # half a millisecond is what two schedulers and a short queue may add
    note "$(mark "$median >= 0.95 * $asked && $median <= 1.15 * $asked + 500" \
      "$text (asked: $(awk "BEGIN { printf \"%g\", $asked / 1000 }") ms)")"
  fi
}

# at_once FUNCTION ARGUMENT FUNCTION ARGUMENT: runs both, notes what the first prints, then the other.
at_once() {
  local other_pid line
  "$3" "$4" >"$LAB_STATE/probe" &
  other_pid=$!
  while read -r line; do note "$line"; done < <("$1" "$2")
  wait "$other_pid" || true
  while read -r line; do note "$line"; done <"$LAB_STATE/probe"
}

# verify_both_ways CHECK: runs CHECK FROM for both; at the same time, as the directions are
# independent, but one after the other where the sender could be the limit.
verify_both_ways() {
  local check=$1 host line
  if [[ $RATE_KBIT -gt 0 && $RATE_KBIT -le $EASY_KBIT ]]; then
    at_once "$check" A "$check" B
    return
  fi
  for host in A B; do
    while read -r line; do note "$line"; done < <("$check" "$host")
  done
}

# sink HOST add|del: an address that is no host's but whose frames go to the other host's card,
# which counts and drops them without an answer.
sink() {
  local host=$1 mac
  if [[ $2 == del ]]; then
    in_net "$host" ip neigh del "$LAB_NET.254" dev "$LINK"
    return
  fi
  mac=$(in_net "$(other "$host")" ip -o link show dev "$LINK" |
    sed -n 's/.*link\/ether \([0-9a-f:]*\).*/\1/p')
  in_net "$host" ip neigh replace "$LAB_NET.254" lladdr "$mac" dev "$LINK" nud permanent
}

# received HOST: "BYTES FRAMES MILLISECONDS": what its card has counted, and when.
received() {
  local line
  line=$(grep "$LINK:" "/proc/$(init_pid "$1")/net/dev")
  read -r -a field <<<"${line#*:}"
  printf '%s %s %s\n' "${field[0]}" "${field[1]}" "$(($(date +%s%N) / 1000000))"
}

# send_for SECONDS HOST: datagrams to the sink, as fast as they go.
send_for() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  in_net "$2" timeout "$1" bash -c 'exec dd if=/dev/zero bs="$1" 2>/dev/null >"/dev/udp/$2/9"' \
    send "$PROBE_BYTES" "$LAB_NET.254"
}

# verify_rate FROM: sends more than the line takes, counts what arrives in a window in the middle.
verify_rate() {
  local from=$1 to window=1 sender before after kbit
  to=$(other "$from")
  [[ $RATE_KBIT -ge 500 ]] || window=3
  sink "$from" add
  send_for "$((window + 1))" "$from" &
  sender=$!
  sleep "$RATE_SETTLE_S"
  before=$(received "$to")
  sleep "$window"
  after=$(received "$to")
  wait "$sender" || true
  sink "$from" del
  kbit=$(awk -v b="$before" -v a="$after" 'BEGIN {
    split(b, x, " "); split(a, y, " "); printf "%d", (y[1] - x[1]) * 8 / (y[3] - x[3]) }')
  mark "$kbit >= 0.9 * $RATE_KBIT * (1 - $LOSS / 100) && $kbit <= 1.05 * $RATE_KBIT" \
    "rate $from to $to: $(awk "BEGIN { printf \"%.3f\", $kbit / 1000 }") Mbit/s (asked: $MBPS)"
  # the queue that the probe filled
  sleep 0.2
}

# verify_loss FROM: sends small datagrams in bursts that no queue on the way drops, counts arrivals.
verify_loss() {
  local from=$1 to probes=$LOSS_PROBES before after
  to=$(other "$from")
  if [[ $RATE_KBIT -gt 0 && $((RATE_KBIT * 125 / LOSS_FRAME_BYTES)) -lt $probes ]]; then
    probes=$((RATE_KBIT * 125 / LOSS_FRAME_BYTES / LOSS_BURST * LOSS_BURST + LOSS_BURST))
  fi
  sink "$from" add
  before=$(received "$to")
  send_bursts "$from" "$((probes / LOSS_BURST))"
  # what is still on the way
  sleep "$(awk "BEGIN { print 0.1 + $DELAY_US / 1000000 }")"
  after=$(received "$to")
  sink "$from" del
  judge_loss "$from to $to" "$probes" "$(awk -v b="$before" -v a="$after" 'BEGIN {
    split(b, x, " "); split(a, y, " "); print y[2] - x[2] }')"
}

# send_bursts HOST COUNT: LOSS_BURST small datagrams at a time, and the time that the line needs for
# them after each.
send_bursts() {
  local pause=0.001
  [[ $RATE_KBIT -eq 0 ]] ||
    pause=$(awk "BEGIN { print 0.001 + $LOSS_BURST * $LOSS_FRAME_BYTES * 8 / $RATE_KBIT / 1000 }")
  # shellcheck disable=SC2016 # expanded by the inner shell
  in_net "$1" bash -c '
    exec 3<>"/dev/udp/$1/9"
    for ((i = 0; i < $2; i++)); do
      dd if=/dev/zero bs="$3" count="$4" 2>/dev/null >&3
      sleep "$5"
    done
  ' send "$LAB_NET.254" "$2" "$LOSS_PROBE_BYTES" "$LOSS_BURST" "$pause"
}

# judge_loss DIRECTION SENT ARRIVED: four standard deviations are chance.
judge_loss() {
  local lost p="($LOSS / 100)"
  lost=$(awk "BEGIN { l = $2 - $3; printf \"%.2f\", 100 * (l > 0 ? l : 0) / $2 }")
  mark "($lost / 100 - $p) ^ 2 <= 16 * $p * (1 - $p) / $2 + 1 / $2 ^ 2" \
    "loss $1: $lost % of $2 frames (asked: $LOSS)"
}
