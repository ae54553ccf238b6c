#!/usr/bin/env bash
# Two hosts, A and B, on one Linux machine, to try deploying and sweeping without a cloud.
#
# Needs root. docs/deploy.md says what the lab is and what it cannot do. In lab/: hosts.sh starts and ends
# the hosts, host-init.sh is process 1 of one, link.sh the line between them, cgroups.sh their limits,
# verify.sh the measuring.
set -euo pipefail

LAB_HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
readonly LAB_HERE
# shellcheck source=deploy/lib/tools.sh
. "$LAB_HERE/lib/tools.sh"
# shellcheck source=deploy/lib/line.sh
. "$LAB_HERE/lib/line.sh"
# shellcheck source=deploy/lab/cgroups.sh
. "$LAB_HERE/lab/cgroups.sh"
# shellcheck source=deploy/lab/hosts.sh
. "$LAB_HERE/lab/hosts.sh"
# shellcheck source=deploy/lab/link.sh
. "$LAB_HERE/lab/link.sh"
# shellcheck source=deploy/lab/verify.sh
. "$LAB_HERE/lab/verify.sh"

readonly DEFAULT_STATE=/run/rpc-stress-lab
readonly LAB_STATE=${RPC_STRESS_LAB:-$DEFAULT_STATE}
# The hosts' disks: not in /run, which is memory on most machines.
LAB_DISK=/var/lib/rpc-stress-lab
[[ $LAB_STATE == "$DEFAULT_STATE" ]] || LAB_DISK=$LAB_STATE/disk
readonly LAB_DISK
# Only a directory with this file in it is ever removed.
readonly MARK=.rpc-stress-lab
readonly LAB_NET=${RPC_STRESS_LAB_NET:-10.198.18}
# Marks the one route that the lab adds to the machine as its own.
readonly ROUTE_PROTOCOL=198
readonly COMMANDS=(up down status ssh exec link freeze thaw)
readonly MAX_CLIENTS=4

HOSTS=(A B) # A2 and further ones call, too
DISK_SIZE=none
cable=no no_check=no # options of up

usage() {
  cat <<'HELP'
Usage: deploy/lab.sh up [options] | down | status | ssh A|B [...]
                     | link down|up|none|WORDS | exec A|B COMMAND...
                     | freeze A|B | thaw A|B

Makes two hosts, A and B, from network namespaces on this machine. Each has an
address, an sshd, a disk, one CPU and 2 GB, and reaches only the others. Needs
root.

options of up
  --clients N   hosts that call: A, A2, A3, A4 (default: 1). They share A's
                core; each has its own line to B, and one to A for ssh
  --line WORDS  shape the line, as rate=1mbit,rtt=20ms,jitter=2ms,loss=0.1%:
                rate each way, round trip and its jitter (half of both each
                way), frames lost each way (default: not shaped)
  --disk SIZE   size of each host's disk, as 300m or 2g; in memory, so part of
                the host's 2 GB (default: on this machine's disk)
  --cable       shape the line in user space even if the kernel can do it
  --no-check    do not measure the limits that were reached (saves seconds)

examples
  deploy/lab.sh up --line rate=1mbit,rtt=20ms   the hosts of a cheap cloud
  deploy/lab.sh ssh A                           log in to A
  scp -F /run/rpc-stress-lab/ssh_config x.jar A:/opt/
  deploy/lab.sh link rtt=20ms                   from now on; none ends it
  deploy/lab.sh link down; sleep 20; deploy/lab.sh link up
  deploy/lab.sh freeze B; sleep 5; deploy/lab.sh thaw B

RPC_STRESS_LAB is the directory of the lab's state (/run/rpc-stress-lab),
RPC_STRESS_LAB_NET the first three numbers of its addresses (10.198.18).
HELP
}

# misuse TEXT...
misuse() { die 2 "$*"; }

# note TEXT: one line to the person now, and in the status later.
note() {
  printf '%s\n' "$1"
  printf '%s\n' "$1" >>"$LAB_STATE/report"
}

# ---- options ----------------------------------------------------------------------------------

parse_up() {
  local clients="" line="" disk=""
  local -a rest=()
  read_options "clients line disk" "cable no-check" "$@"
  [[ ${#rest[@]} -eq 0 ]] || misuse "up takes options alone, got '${rest[0]}'"
  [[ -z $clients ]] || set_clients "$clients"
  [[ -z $disk ]] || set_disk "$disk"
  read_line "$line"
  [[ $cable == no || ${#HOSTS[@]} -eq 2 ]] ||
    misuse "--cable joins two hosts: leave --clients out"
}

set_clients() {
  local number
  [[ $1 =~ ^[1-9]$ && $1 -le $MAX_CLIENTS ]] ||
    misuse "--clients '$1': expected how many hosts call, 1 to $MAX_CLIENTS"
  HOSTS=(A B)
  for ((number = 2; number <= $1; number++)); do HOSTS+=("A$number"); done
}

set_disk() {
  [[ $1 =~ ^[1-9][0-9]{0,5}[mg]$ ]] ||
    misuse "--disk '$1': expected a size in m or g, such as 300m"
  DISK_SIZE=$1
}

# ---- what must be there -----------------------------------------------------------------------

need_root() {
  [[ $EUID -eq 0 ]] ||
    misuse "needs root, for namespaces, cgroups and addresses: run it with sudo"
}

# need_commands: installs what is missing where it may, or says the one command.
need_commands() {
  local tool apt dnf
  local -a packages=()
  while read -r tool apt dnf; do
    command -v "$tool" >/dev/null || packages+=("$(of_system "$apt" "$dnf")")
  done <<'TOOLS'
/usr/sbin/sshd openssh-server openssh-server
ssh openssh-client openssh-clients
ip iproute2 iproute
tc iproute2 iproute-tc
nsenter util-linux util-linux
taskset util-linux util-linux
ping iputils-ping iputils
useradd passwd shadow-utils
TOOLS
  [[ ${#packages[@]} -gt 0 ]] || return 0
  say "installing ${packages[*]}"
  install_packages "${packages[@]}" ||
    misuse "could not install them; run: $(install_command "${packages[*]}" "${packages[*]}")"
}

# check_place: the state directory must be new or a lab's, the addresses not in use.
check_place() {
  local route
  [[ $LAB_STATE == /* ]] || misuse "RPC_STRESS_LAB '$LAB_STATE': expected an absolute path"
  if [[ -e $LAB_STATE && ! -e $LAB_STATE/$MARK ]]; then
    misuse "$LAB_STATE exists and is no lab's: name another directory in RPC_STRESS_LAB"
  fi
  [[ $LAB_NET =~ ^(10|172|192|198)(\.(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){2}$ ]] ||
    misuse "RPC_STRESS_LAB_NET '$LAB_NET': expected three numbers of a private range, such as 10.198.18"
  route=$(range_is_free) ||
    misuse "this machine has a route to $LAB_NET.0/24 already ($route): name another in RPC_STRESS_LAB_NET"
}

# ---- commands ---------------------------------------------------------------------------------

cmd_up() {
  local host
  parse_up "$@"
  need_root
  check_place
  need_commands
  trap 'exit 130' INT TERM
  trap take_down EXIT
  take_down_earlier
  mkdir -p "$LAB_STATE" "${HOSTS[@]/#/$LAB_DISK/}"
  chmod 700 "$LAB_STATE" "$LAB_DISK"
  touch "$LAB_STATE/$MARK" "$LAB_DISK/$MARK"
  printf '%s\n' "${HOSTS[@]}" >"$LAB_STATE/hosts.list"
  block_outside
  make_keys
  limit_hosts
  for host in "${HOSTS[@]}"; do start_host "$host"; done
  make_link
  make_further_links
  for host in "${HOSTS[@]}"; do wait_for_sshd "$host"; done
  write_ssh_config
  [[ $no_check == yes ]] || verify_all
  trap - INT TERM EXIT
  print_targets
}

print_targets() {
  local host
  for host in "${HOSTS[@]}"; do printf 'host %s: root@%s\n' "$host" "$(address "$host")"; done
  printf 'ssh config: %s\n' "$LAB_STATE/ssh_config"
  printf 'log in with: ssh -F %s A\n' "$LAB_STATE/ssh_config"
}

cmd_down() {
  [[ $# -eq 0 ]] || misuse "down takes no arguments, got '$1'"
  need_root
  take_down_earlier
}

# take_down_earlier: whatever hosts an earlier up has made.
take_down_earlier() {
  local -a wanted=("${HOSTS[@]}")
  read_hosts
  take_down
  HOSTS=("${wanted[@]}")
}

# read_hosts: those of the lab that is there.
read_hosts() {
  [[ ! -s $LAB_STATE/hosts.list ]] || mapfile -t HOSTS <"$LAB_STATE/hosts.list"
}

# take_down: ends and removes everything that an up has made, however far it came and whatever of it
# has died since; nothing is assumed to be there.
take_down() {
  local host left
  for host in "${HOSTS[@]}"; do set_frozen "$(group "$host")" no 2>/dev/null || true; done
  end_processes
  for host in "${HOSTS[@]}"; do
    left=$(remove_cgroup "$(group "$host")")
    [[ -z $left ]] || say "lab.sh: could not remove" "$left"
  done
  take_back_controllers
  unblock_outside
  for left in "$LAB_DISK" "$LAB_STATE"; do
    [[ ! -e $left/$MARK ]] || rm -rf --one-file-system "$left"
  done
}

cmd_status() {
  local host status=0
  [[ $# -eq 0 ]] || misuse "status takes no arguments, got '$1'"
  need_root
  [[ -e $LAB_STATE/$MARK ]] || {
    echo "the lab is down"
    exit 1
  }
  for host in "${HOSTS[@]}"; do
    if ! init_pid "$host" >/dev/null; then
      echo "host $host: dead; deploy/lab.sh up starts anew"
      status=1
    elif is_frozen "$(group "$host")"; then
      echo "host $host: frozen"
    else
      echo "host $host: up"
    fi
  done
  if [[ $status -eq 0 ]]; then
    if link_is_cut; then echo "link: down"; else echo "link: up"; fi
    print_targets
  fi
  cat "$LAB_STATE/report" 2>/dev/null || true
  [[ $status -ne 0 ]] || print_lost
  exit "$status"
}

cmd_ssh() {
  need_host "${1-}"
  exec ssh -F "$LAB_STATE/ssh_config" "$@"
}

cmd_exec() {
  need_host "${1-}"
  [[ $# -gt 1 ]] || misuse "exec $1: which command?"
  ! is_frozen "$(group "$1")" || die 1 "host $1 is frozen; deploy/lab.sh thaw $1 continues it"
  run_in "$@"
}

cmd_link() {
  [[ ${1-} == *=* ]] || one_of "${1-}" down up none ||
    misuse "link '${1-}': expected down, up, none, or what it is like from now on, such as rate=1mbit,rtt=20ms"
  [[ $1 != *=* ]] || read_line "$1"
  need_host A
  need_host B
  case $1 in
    down) cut_link ;;
    up) mend_link ;;
    *)
      change_link
      verify_line
      ;;
  esac
}

cmd_freeze() { pause "${1-}" yes; }
cmd_thaw() { pause "${1-}" no; }

# pause HOST yes|no
pause() {
  need_host "$1"
  set_frozen "$(group "$1")" "$2" ||
    die 1 "this machine has no cgroup freezer: stop single processes: deploy/lab.sh exec $1 kill -STOP PID"
}

main() {
  local command=${1-}
  case $command in
    "") usage >&2 && exit 2 ;;
    --help | -h | help) usage && exit 0 ;;
  esac
  one_of "$command" "${COMMANDS[@]}" ||
    misuse "unknown command '$command'; did you mean '$(nearest "$command" "${COMMANDS[@]}")'? (--help lists all)"
  [[ $command == up ]] || read_hosts
  "cmd_$command" "${@:2}"
}

main "$@"
