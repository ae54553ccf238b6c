# shellcheck shell=bash
# Measures what the lab's hosts and line really give. Sourced by lab.sh.
#
# Every check prints one line through note: "ok" where the limit holds, "MISS" where it does not. The round trip and the
# loss are ping's, the rate is counted by the kernel at the receiver while dd sends datagrams.

readonly PROBE_BYTES=1400
readonly RATE_SETTLE_S=0.3
readonly PINGS=500 FEW_PINGS=20
readonly PING_FRAME_BITS=784 # with its headers, each way
readonly JVM_SECONDS=20

# mark CONDITION TEXT: notes the text as ok or MISS, by an awk condition on numbers.
mark() {
  if awk "BEGIN { exit ($1) ? 0 : 1 }"; then note "ok   $2"; else note "MISS $2"; fi
}

verify_all() {
  local host
  for host in A B; do verify_jvm "$host"; done
  verify_line
  note "machine: $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg) while measuring"
}

verify_line() {
  local host
  verify_round_trips
  [[ $RATE_KBIT -eq 0 ]] || for host in A B; do verify_rate "$host"; done
}

# verify_jvm HOST: the processors and the memory that a JVM finds on the host.
verify_jvm() {
  local host=$1 seen cpus memory
  if ! run_in "$host" bash -c 'command -v java' >/dev/null 2>&1; then
    note "MISS $host: no java on this machine: what a JVM sees was not measured"
    return 0
  fi
  seen=$(run_in "$host" timeout "$JVM_SECONDS" java -XshowSettings:system -version 2>&1 || true)
  cpus=$(sed -n 's/.*Effective CPU Count: *//p' <<<"$seen")
  memory=$(sed -n 's/.*Memory Limit: *//p' <<<"$seen")
  mark "\"$cpus\" == \"1\"" "$host: CPU count in a JVM: ${cpus:-unknown} (set: 1)"
  mark "\"$memory\" == \"2.00G\"" "$host: memory limit in a JVM: ${memory:-unknown} (set: 2.00G)"
}

# verify_round_trips: how long they take, and how many of them get lost: each is two frames.
verify_round_trips() {
  local count=$FEW_PINGS pause=0.002 said lost took p="($LOSS / 100)" set=$SET_DELAY_US
  [[ $LOSS == 0 ]] || count=$PINGS
  [[ $RATE_KBIT -eq 0 ]] ||
    pause=$(awk "BEGIN { p = 2 * $PING_FRAME_BITS / $RATE_KBIT / 1000; printf \"%.4f\", (p > $pause ? p : $pause) }")
  said=$(in_net A ping -q -c "$count" -i "$pause" -W 2 "$(address B)" 2>/dev/null) || true
  took=$(sed -n 's|^rtt min/avg/max/mdev = [0-9.]*/\([0-9.]*\)/.*|\1|p' <<<"$said")
  lost=$(sed -n 's/.* \([0-9.]*\)% packet loss.*/\1/p' <<<"$said")
  if [[ -z $took ]]; then
    note "MISS rtt: no answer to A from B"
    return 0
  fi
  if [[ $set -eq 0 ]]; then
    note "ok   rtt: $took ms (no delay set)"
  else
    # half a millisecond is what two schedulers and a short queue may add
    mark "$took * 1000 >= 0.95 * $set && $took * 1000 <= 1.15 * $set + 500" \
      "rtt: $took ms (set: $(awk "BEGIN { printf \"%g\", $set / 1000 }") ms)"
  fi
  # four standard deviations are chance
  p="(1 - (1 - $p) ^ 2)"
  [[ $LOSS == 0 ]] || mark "($lost / 100 - $p) ^ 2 <= 16 * $p * (1 - $p) / $count + 1 / $count ^ 2" \
    "loss: $lost % of $count round trips (set: $LOSS in each direction)"
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

# received HOST: "BYTES MILLISECONDS": what its card has counted, and when.
received() { printf '%s %s\n' "$(of_card "$1" 1)" "$(date +%s%3N)"; }

# verify_rate FROM: sends more than the line takes, counts what arrives in a window in the middle.
verify_rate() {
  local from=$1 to window=1 sender before after kbit
  to=$(other "$from")
  [[ $RATE_KBIT -ge 500 ]] || window=3
  sink "$from" add
  # shellcheck disable=SC2016 # expanded by the inner shell
  in_net "$from" timeout "$((window + 1))" bash -c 'exec dd if=/dev/zero bs="$1" 2>/dev/null >"/dev/udp/$2/9"' \
    send "$PROBE_BYTES" "$LAB_NET.254" &
  sender=$!
  sleep "$RATE_SETTLE_S"
  before=$(received "$to")
  sleep "$window"
  after=$(received "$to")
  wait "$sender" || true
  sink "$from" del
  kbit=$(awk -v b="$before" -v a="$after" 'BEGIN {
    split(b, x, " "); split(a, y, " "); printf "%d", (y[1] - x[1]) * 8 / (y[2] - x[2]) }')
  mark "$kbit >= 0.9 * $RATE_KBIT * (1 - $LOSS / 100) && $kbit <= 1.05 * $RATE_KBIT" \
    "rate $from to $to: $(awk "BEGIN { printf \"%.3f\", $kbit / 1000 }") Mbit/s (set: $RATE)"
  # the queue that the probe filled
  sleep 0.2
}
