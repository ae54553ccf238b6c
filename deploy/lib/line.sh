# shellcheck shell=bash disable=SC2154,SC2034
# (home, remote_folder, line, line_interface: set by the script and by remote.sh; what the words say is for those who source
# this)
# What a line is like, in words, and how the kernel makes it so. Sourced, after tools.sh; hold_line also needs remote.sh.

# A token bucket of two full frames; more only where the rate would need too many wake-ups for that.
readonly BURST_BYTES=3000 BURST_MS=2
# How long a full queue in front of the line is, as in a small router.
readonly QUEUE_MS=100
# Frames that netem may hold: 10 ms at 10 Gbit/s.
readonly NETEM_FRAMES=10000
readonly MAX_KBIT=100000000 MIN_KBIT=16
readonly MAX_DELAY_US=10000000 MIN_DELAY_US=100
readonly MAX_LOSS=50
# By which what was set here is known from any other queue of an interface.
readonly LINE_HANDLE=52c1:
# A host to which nothing was sent for LEASE_SECONDS has lost us.
readonly LEASE_SECONDS=20 BEAT_SECONDS=1
readonly SET_SECONDS=20

RATE='' RATE_KBIT=0 DELAY_US=0 JITTER_US=0 LOSS=0

# read_line WORDS: into the variables above; ends the script where they are none.
read_line() {
  local part
  local -a parts=()
  RATE='' RATE_KBIT=0 DELAY_US=0 JITTER_US=0 LOSS=0
  IFS=, read -r -a parts <<<"$1"
  for part in "${parts[@]}"; do
    case $part in
      rate=*) set_rate "${part#*=}" ;;
      rtt=*) set_time rtt "${part#*=}" DELAY_US ;;
      jitter=*) set_time jitter "${part#*=}" JITTER_US ;;
      loss=*) set_loss "${part#*=}" ;;
      *) die 2 "--line '$part': expected rate=, rtt=, jitter= or loss=, such as rate=1mbit,rtt=20ms" ;;
    esac
  done
  [[ $JITTER_US -le $DELAY_US ]] || die 2 "--line '$1': jitter= goes with rtt=, and is no more than that"
}

# in_units TEXT "UNIT=FACTOR...": sets REPLY to a number with its unit, in the smallest of them; to 0 where it is none.
in_units() {
  local unit number='^[0-9]{1,8}(\.[0-9]{1,6})?$'
  REPLY=0
  for unit in $2; do
    [[ $1 == *"${unit%=*}" && ${1%"${unit%=*}"} =~ $number ]] || continue
    REPLY=$(awk "BEGIN { printf \"%d\", ${1%"${unit%=*}"} * ${unit#*=} }")
  done
}

set_rate() {
  in_units "$1" "kbit=1 mbit=1000 gbit=1000000"
  [[ $REPLY -ge $MIN_KBIT && $REPLY -le $MAX_KBIT ]] ||
    die 2 "--line 'rate=$1': expected 16kbit to 100gbit, such as 1mbit"
  RATE=$1 RATE_KBIT=$REPLY
}

# set_time WORD TEXT VARIABLE: microseconds.
set_time() {
  in_units "$2" "us=1 ms=1000 s=1000000"
  [[ $REPLY -ge $MIN_DELAY_US && $REPLY -le $MAX_DELAY_US ]] ||
    die 2 "--line '$1=$2': expected a time from 100us to 10s with its unit, such as 1ms"
  printf -v "$3" %s "$REPLY"
}

set_loss() {
  local percent='^([0-9]{1,2}(\.[0-9]{1,3})?)%$'
  if [[ ! $1 =~ $percent ]] || awk "BEGIN { exit ${1%\%} > $MAX_LOSS ? 0 : 1 }"; then
    die 2 "--line 'loss=$1': expected 0% to $MAX_LOSS%, such as 0.5%"
  fi
  LOSS=$(awk "BEGIN { print ${1%\%} + 0 }")
}

# burst_bytes: of the token bucket for RATE_KBIT.
burst_bytes() {
  local bytes=$((RATE_KBIT * BURST_MS / 8))
  echo $((bytes > BURST_BYTES ? bytes : BURST_BYTES))
}

# shape DEVICE [COMMAND...]: what is sent by it; half of the round trip's delay and jitter, and all of the loss, in each
# direction. The command runs tc where the device is.
shape() {
  local -a add=("${@:2}" tc qdisc add dev "$1") at=(root handle "$LINE_HANDLE")
  if [[ $RATE_KBIT -gt 0 ]]; then
    "${add[@]}" "${at[@]}" tbf rate "${RATE_KBIT}kbit" burst "$(burst_bytes)" latency "${QUEUE_MS}ms" || return
    at=(parent "${LINE_HANDLE}1")
  fi
  [[ $DELAY_US -gt 0 || $LOSS != 0 ]] || return 0
  "${add[@]}" "${at[@]}" netem limit "$NETEM_FRAMES" delay "$((DELAY_US / 2))us" "$((JITTER_US / 2))us" loss "$LOSS%"
}

# sent_by DEVICE [COMMAND...]: what its queues have counted, in one line.
sent_by() {
  "${@:2}" tc -s qdisc show dev "$1" | awk '
    $1 == "qdisc" { kind = $2 }
    $1 == "Sent" { printf "%s%s sent %d packets and dropped %d", both, kind, $4, $7; both = "; " }
    END { print "" }'
}

# ---- real hosts, over ssh -----------------------------------------------------------------------

# line_on TARGET VERB DEVICE [WORD...]: that of host/line.sh.
line_on() {
  { cat "$home"/deploy/lib/{tools,line}.sh "$home/deploy/host/line.sh" && beat "$$"; } | on "$1" bash -s -- "${@:2}"
}

# printable: a host's text as a terminal can bear it.
printable() { tr -cd '[:print:]\n'; }

# beat PID: a line now and then, for as long as that process lives and holds the line.
beat() {
  local started
  started=$(process_start "$1")
  while [[ -e $remote_folder/holds && $(process_start "$1") == "$started" ]]; do
    echo
    sleep "$BEAT_SECONDS"
  done
  # of a caller that was killed
  [[ ! -e $remote_folder/holds ]] || remote_end
}

# read_ends: the interface of A's end and of B's, from --line-interface, into the array "ends".
read_ends() {
  local device
  IFS=, read -r -a ends <<<"$line_interface"
  [[ -n $line_interface && ${#ends[@]} -le 2 ]] ||
    die 2 "--line-interface '$line_interface': expected the interface of both hosts, such as eth0, or those of A and B, such as eth0,ens3"
  [[ ${#ends[@]} -eq 2 ]] || ends[1]=${ends[0]}
  for device in "${ends[@]}"; do
    [[ $device =~ ^[A-Za-z0-9_.][A-Za-z0-9_.:@-]{0,14}$ ]] || die 2 "--line-interface '$device': expected a name such as eth0"
  done
}

held=() # processes, one an end
is_set=no

# hold_line CLIENT SERVER [COMMAND...]: both ends are as --line says for as long as this script runs and reaches them. Where
# either ends, the command runs on the client's host, and then each host puts back its end.
hold_line() {
  local number said
  local -a targets=("$1" "$2") after=("${@:3}")
  touch "$remote_folder/holds"
  for number in 0 1; do
    said=$remote_folder/line.$number
    line_on "${targets[number]}" hold "${ends[number]}" "$line" "${after[@]}" >"$said" 2>&1 </dev/null &
    held+=("$!")
    await "$SET_SECONDS" line_said "$said" "$!" || true
    grep -qx set "$said" || die 2 "${targets[number]}: $(printable <"$said" | sed -n 's/^bash: //; $p')"
    after=()
  done
  is_set=yes
  say "the line is $line, until this ends"
}

# line_said FILE PID: whether that end is set, or cannot be.
line_said() { grep -qsx set "$1" || ! process_start "$2" >/dev/null; }

# holds_line: whether both ends still are as they were set.
holds_line() {
  local pid
  for pid in "${held[@]}"; do process_start "$pid" >/dev/null || return 1; done
}

# release_line: both ends are as they were; says what they have counted.
release_line() {
  local end status
  rm -f "$remote_folder/holds"
  for end in "${!held[@]}"; do
    status=0
    wait "${held[end]}" || status=$?
    [[ $is_set == yes ]] || continue
    printable <"$remote_folder/line.$end" | sed '/^set$/d' >&2
    [[ $status -eq 0 ]] || say "a host was lost; it puts its end of the line back within $LEASE_SECONDS s"
  done
  held=()
}
