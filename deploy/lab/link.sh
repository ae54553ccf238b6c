# shellcheck shell=bash
# The line between the lab's hosts: how it is made, shaped and cut. Sourced by lab.sh.
#
# A veth pair shaped by the kernel (tbf for the rate, netem for delay, jitter and loss) where the kernel has
# what is needed; otherwise cable.py between two TAP devices does all three in user space.

readonly LINK=eth0
# No host has this hardware address: what is sent there is lost on the way.
readonly NOWHERE_MAC=02:00:00:00:00:00

# address HOST
address() {
  case $1 in
    A) printf '%s.1' "$LAB_NET" ;;
    B) printf '%s.2' "$LAB_NET" ;;
    A*) printf '%s.%s' "$LAB_NET" "$((${1#A} + 1))" ;;
  esac
}

other() { if [[ $1 == A ]]; then echo B; else echo A; fi; }

# in_net HOST COMMAND...: runs a command of the machine in the host's network.
in_net() {
  local pid
  pid=$(init_pid "$1") || return 1
  shift
  nsenter --target "$pid" --net -- "$@"
}

# kernel_shapes QDISC: whether the kernel has it (asking loads its module, where it is one).
kernel_shapes() {
  in_net A tc qdisc add dev lo root handle 1: "$1" "${@:2}" 2>/dev/null || return 1
  in_net A tc qdisc del dev lo root
}

# choose_line: sets LINE to veth or cable for the line that was named.
choose_line() {
  LINE=veth
  # shellcheck disable=SC2154 # an option of lab.sh
  if [[ $cable == yes ]]; then
    LINE=cable
  elif [[ $DELAY_US -gt 0 || $LOSS != 0 ]] && ! kernel_shapes netem delay 1ms; then
    LINE=cable
  elif [[ $RATE_KBIT -gt 0 ]] && ! kernel_shapes tbf rate 1mbit burst 3000 latency 100ms; then
    LINE=cable
  fi
}

# make_link: connects the two hosts and shapes the line.
make_link() {
  local host
  # shellcheck disable=SC2034 # verify.sh compares with it
  SET_DELAY_US=$DELAY_US
  choose_line
  if [[ $LINE == cable ]] && ! lay_cable; then
    note "MISS line: no netem in the kernel and no TAP device either ($(tail -n 1 "$LAB_STATE/cable.log")); rtt and loss are not applied"
    DELAY_US=0 JITTER_US=0 LOSS=0 LINE=veth
  fi
  [[ $LINE == veth || ${#HOSTS[@]} -eq 2 ]] ||
    die 1 "this kernel shapes no line, and a line in user space joins two hosts: leave --clients out"
  [[ $LINE == cable ]] || join A "$LINK" B "$LINK"
  for host in A B; do
    in_net "$host" ip addr add "$(address "$host")/24" dev "$LINK"
    in_net "$host" ip link set "$LINK" up
    [[ $LINE == cable ]] || shape "$LINK" in_net "$host"
  done
  note "line: $(describe_line)"
}

# make_further_links: each further host that calls gets a line of its own to B, shaped as A's is, and
# one to A, by which the harness there reaches its agent. At B and A these lines have no address of their
# own, so that one address is of one interface; routes to single hosts lead there.
make_further_links() {
  local host
  for host in "${HOSTS[@]:2}"; do
    join "$host" "$LINK" B "to$host"
    in_net "$host" ip addr add "$(address "$host")/24" dev "$LINK"
    in_net B ip route replace "$(address "$host")/32" dev "to$host" src "$(address B)"
    shape "$LINK" in_net "$host"
    shape "to$host" in_net B
    join "$host" toA A "to$host"
    in_net "$host" ip route replace "$(address A)/32" dev toA src "$(address "$host")"
    in_net A ip route replace "$(address "$host")/32" dev "to$host" src "$(address A)"
    note "line: $host has its own line to B, like A, and an unshaped one to A"
  done
}

# join HOST DEVICE OTHER DEVICE: a line between two hosts, up at both ends and without addresses.
join() {
  in_net "$1" ip link add "$2" type veth peer name "$4" netns "$(init_pid "$3")"
  in_net "$1" ip link set "$2" up
  in_net "$3" ip link set "$4" up
}

describe_line() {
  local how
  case $LINE in
    cable) how='cable.py between two TAP devices, in user space (costs CPU at high rates)' ;;
    *)
      how='veth'
      [[ $RATE_KBIT -eq 0 ]] || how+=', rate by tbf'
      [[ $DELAY_US -eq 0 && $LOSS == 0 ]] || how+=', delay, jitter and loss by netem'
      ;;
  esac
  printf '%s; congestion control %s' "$how" "$(</proc/sys/net/ipv4/tcp_congestion_control)"
}

# find_python: the interpreter for the cable; RHEL 8 has one for its own tools even where no python3 is.
find_python() {
  local candidate
  for candidate in /usr/bin/python3 /usr/libexec/platform-python "$(command -v python3 || true)"; do
    [[ ! -x $candidate ]] || { printf '%s' "$candidate" && return 0; }
  done
  return 1
}

# lay_cable: starts cable.py and waits until both its ends are there.
lay_cable() {
  local interpreter
  interpreter=$(find_python) || {
    echo "no python3" >"$LAB_STATE/cable.log"
    return 1
  }
  [[ -c /dev/net/tun ]] || modprobe tun 2>/dev/null || true
  (
    close_inherited
    exec setsid "$interpreter" -I "$LAB_HERE/lab/cable.py" --pid-file "$LAB_STATE/cable.pid" \
      --kbit "$RATE_KBIT" --burst "$(burst_bytes)" --queue-ms "$QUEUE_MS" \
      --delay-us "$((DELAY_US / 2))" --jitter-us "$((JITTER_US / 2))" --loss "$LOSS" --device "$LINK" \
      "/proc/$(init_pid A)/ns/net" "/proc/$(init_pid B)/ns/net"
  ) >"$LAB_STATE/cable.log" 2>&1 </dev/null &
  disown "$!"
  await 5 grep -qs '^ready' "$LAB_STATE/cable.log"
}

# change_link: lays the line anew, as the words say now; what is on the way is lost.
change_link() {
  local host cable_pid
  if cable_pid=$(recorded cable); then
    kill "$cable_pid"
    await 5 link_is_gone
  fi
  for host in "${HOSTS[@]}"; do
    # with one end of a pair goes the other
    in_net "$host" ip link del "$LINK" 2>/dev/null || true
    in_net "$host" ip link del toA 2>/dev/null || true
  done
  grep -vE '^line: |^(ok  |MISS) (rtt|rate|loss)\b' "$LAB_STATE/report" >"$LAB_STATE/report.new" || true
  mv "$LAB_STATE/report.new" "$LAB_STATE/report"
  make_link
  make_further_links
}

link_is_gone() { ! in_net A ip link show dev "$LINK" >/dev/null 2>&1; }

# print_lost: what the line has lost since it is there.
print_lost() {
  local host
  for host in A B; do
    if recorded cable >/dev/null; then
      printf 'line: of the frames that %s sent, %d were lost\n' "$host" \
        "$(($(of_card "$host" 10) - $(of_card "$(other "$host")" 2)))"
    else
      printf 'line: %s: %s\n' "$host" "$(sent_by "$LINK" in_net "$host")"
    fi
  done
}

# of_card HOST NUMBER: what its card has counted: 1 bytes and 2 frames that it received, 10 frames that it sent.
of_card() { sed -n "s/^ *$LINK: *//p" "/proc/$(init_pid "$1")/net/dev" | awk -v number="$2" '{ print $number }'; }

# cut_link: from now on every frame is lost, silently and both ways, as when the network between two
# VMs fails: the interfaces stay up, and no error is reported.
cut_link() {
  local host
  for host in A B; do
    in_net "$host" ip neigh replace "$(address "$(other "$host")")" lladdr "$NOWHERE_MAC" \
      dev "$LINK" nud permanent
  done
}

mend_link() {
  local host
  for host in A B; do
    in_net "$host" ip neigh del "$(address "$(other "$host")")" dev "$LINK" 2>/dev/null || true
  done
}

link_is_cut() { in_net A ip neigh show dev "$LINK" nud permanent | grep -q "$NOWHERE_MAC"; }

# block_outside: a stray command outside must not send the lab's traffic to the machine's network. The
# metric keeps the routes of labs with other state directories apart.
block_outside() {
  ip route replace blackhole "$LAB_NET.0/24" proto "$ROUTE_PROTOCOL" metric "$(route_metric)"
}

unblock_outside() {
  ip route del blackhole "$LAB_NET.0/24" proto "$ROUTE_PROTOCOL" metric "$(route_metric)" \
    2>/dev/null || true
}

route_metric() { cksum <<<"$LAB_STATE" | cut -d' ' -f1; }

# range_is_free: fails, naming the route, where the machine already has one to the lab's addresses.
range_is_free() {
  local route
  route=$(
    ip -4 route show root "$LAB_NET.0/24"
    ip -4 route show match "$LAB_NET.0/24"
  )
  route=$(grep -v '^default' <<<"$route" | grep -v "proto $ROUTE_PROTOCOL" | head -n 1) || true
  [[ -z $route ]] && return 0
  printf '%s' "$route"
  return 1
}
