# shellcheck shell=bash
# One host's end of a line, for deploy/line.sh: gets here behind lib/tools.sh and lib/line.sh, on the standard input, on
# which a line now and then follows for as long as the end is to be held.
#
# hold DEVICE WORDS [COMMAND...]   shapes what the interface sends, prints "set", and waits until nothing follows; then
#                                  runs the command, says what was counted, and puts the interface back
# show DEVICE                      what its queues are, and what they have counted
# clear DEVICE                     puts it back, if an earlier hold was killed and could not
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

# own_queue: kind and handle of the interface's queue, where it is not the system's own.
own_queue() { tc qdisc show dev "$device" | awk '$3 != "0:" && / root / { print $2, $3 }'; }

put_back() { as_root tc qdisc del dev "$device" root handle "$LINE_HANDLE"; }

hold() {
  local why
  read_line "$1"
  after=("${@:2}")
  why=$(own_queue)
  [[ $why != *" $LINE_HANDLE" ]] || die 2 "the line on $device is set already; if it remains from a command that was killed, run deploy/line.sh clear"
  [[ -z $why ]] || die 2 "$device has a queue of its own, '$why' (tc qdisc show dev $device): remove it, or name another interface"
  trap '' PIPE # of a reader that is gone
  trap 'exit 1' HUP INT TERM
  trap 'put_back 2>/dev/null' EXIT
  why=$(shape "$device" as_root 2>&1) || die 2 "its kernel refuses the line: ${why//$'\n'/ }"
  trap end_hold EXIT
  echo set
  while read -r -t "$LEASE_SECONDS" _; do :; done
  exit 0 # or bash would wait for what follows of its script
}

end_hold() {
  "${after[@]}" </dev/null >/dev/null 2>&1 || true
  printf '%s: %s: %s\n' "$(uname -n)" "$device" "$(sent_by "$device")" || true
  put_back || die 1 "$device could not be put back: tc qdisc del dev $device root"
}

show() {
  tc qdisc show dev "$device"
  sent_by "$device"
}

clear_end() {
  [[ $(own_queue) == *" $LINE_HANDLE" ]] || return 0
  put_back
  echo "$device is as it was"
}

main() {
  device=$2
  command -v tc >/dev/null || die 2 "tc is not installed: $(install_command iproute2 iproute-tc)"
  ip link show dev "$device" >/dev/null 2>&1 || die 2 "it has no interface '$device': $(ip -o -br link | awk '{ print $1 }' | xargs)"
  case $1 in
    show) show ;;
    clear | hold)
      as_root true || die 2 "tc needs root, or sudo without a password"
      if [[ $1 == hold ]]; then hold "${@:3}"; else clear_end; fi
      ;;
  esac
}

main "$@"
