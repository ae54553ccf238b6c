#!/usr/bin/env bash
# Shapes the line between two hosts, by tc on an interface of each, for as long as it runs: however it ends, and where a
# connection ends first, each host puts its own interface back.
set -euo pipefail

home=$(readlink -f "${BASH_SOURCE[0]}") && home=${home%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/remote.sh
. "$home/deploy/lib/remote.sh"
# shellcheck source=deploy/lib/line.sh
. "$home/deploy/lib/line.sh"

readonly VERBS=(set show clear)

usage() {
  cat <<'HELP'
Usage: deploy/line.sh set|show|clear [options] [-- COMMAND...]

  set     shapes what each host sends by its interface, until the command ends
          or Ctrl-C. For a sweep, run-sweep.sh has --line and --line-interface
  show    prints the interfaces' queues, and what they have sent and dropped
  clear   undoes a set that was killed on the host itself

  --client user@A          host A, as ssh takes it
  --server user@B          host B
  --line WORDS             for set: one or more of rate=1mbit,rtt=20ms,
                           jitter=2ms,loss=0.1%: rate each way, round trip and
                           its jitter (half of both each way), packets lost
                           each way
  --line-interface DEVICE  of both hosts, or of A and B, as eth0,ens3. All that
                           the host sends by it is shaped, ssh too
  --ssh-config FILE        as ssh -F

Needs root, or sudo without a password, on both hosts. The kernel needs tbf for
a rate and netem for the rest.
Exit: that of the command; 0 done, 1 a host was lost, 2 misuse or a host that
cannot, 130 Ctrl-C.
HELP
}

main() {
  local client="" server="" line="" line_interface="" ssh_config="" verb number status=0
  local -a rest=() ends=() targets=()
  read_options "client server line line-interface ssh-config" "" "$@"
  verb=${rest[0]:-}
  one_of "$verb" "${VERBS[@]}" || die 2 "expected one of: ${VERBS[*]}"
  [[ $verb == set || ${#rest[@]} -eq 1 ]] || die 2 "$verb takes options alone, got '${rest[1]}'"
  [[ -n $client && -n $server ]] || die 2 "say which hosts: --client user@A --server user@B (--help has the rest)"
  need_target --client client
  need_target --server server
  [[ $verb != set || -n $line ]] || die 2 "say what the line is to be like: --line rate=1mbit,rtt=20ms"
  read_line "$line"
  read_ends

  trap 'exit 130' INT TERM HUP
  trap 'release_line; remote_end' EXIT
  remote_begin "$ssh_config"
  targets=("$client" "$server")
  for number in 0 1; do connect "${targets[number]}"; done
  if [[ $verb != set ]]; then
    for number in 0 1; do
      line_on "${targets[number]}" "$verb" "${ends[number]}" 2>&1 | printable | sed "s/^\(bash: \)\?/${targets[number]}: /" || status=2
    done
    exit "$status"
  fi
  hold_line "${targets[@]}"
  if [[ ${#rest[@]} -gt 1 ]]; then
    "${rest[@]:1}" || status=$?
  else
    say "Ctrl-C puts it back"
    wait -n "${held[@]}" || true
  fi
  holds_line || die 1 "a host was lost, and puts its end of the line back"
  exit "$status"
}

main "$@"
