#!/usr/bin/env bash
# Two hosts, A and B, on one Linux machine, to try deploying, sweeping and collecting without a cloud.
#
# usage: deploy/lab.sh up [--mbps N] [--rtt T] [--loss P] [--disk SIZE] [--cable] [--no-check]
#        deploy/lab.sh down | status
#        deploy/lab.sh ssh A|B [ARGUMENT...]       log in, or run a command, through the host's sshd
#        deploy/lab.sh exec A|B COMMAND...         run a command on the host without ssh
#        deploy/lab.sh link down|up                lose every frame between the hosts, and no longer
#        deploy/lab.sh freeze A|B | thaw A|B       pause and continue a whole host
#        deploy/lab.sh --help                      options and examples
#
# Needs root. docs/lab.md says what the lab is and what it cannot do; host-init.sh is process 1 of a
# host, link.sh the line between them, cgroups.sh their limits, verify.sh the measuring.
set -euo pipefail

LAB_HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly LAB_HERE
# shellcheck source=deploy/lib/tools.sh
. "$LAB_HERE/lib/tools.sh"
# shellcheck source=deploy/lab/cgroups.sh
. "$LAB_HERE/lab/cgroups.sh"
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
readonly UP_OPTIONS=(--mbps --rtt --loss --disk --cable --no-check --help)
readonly MAX_KBIT=100000000 MIN_KBIT=16
readonly MAX_DELAY_US=10000000 MIN_DELAY_US=100
readonly MAX_LOSS=50

MBPS='' RATE_KBIT=0 DELAY_US=0 LOSS=0 DISK_SIZE=none CABLE=no CHECK=yes

help() {
  cat <<'HELP'
usage: deploy/lab.sh up [options] | down | status | ssh A|B [...] | exec A|B COMMAND...
                     | link down|up | freeze A|B | thaw A|B

Makes two hosts, A and B, out of network namespaces on this machine: each with an address, an sshd,
a disk, one CPU and 2 GB of its own, and nothing but each other to talk to. Needs root.

options of up
  --mbps N      rate of the line in Mbit/s, each way; 0.016 to 100000       (default: unlimited)
  --rtt T       round trip, as 500us, 1ms or 0.2s; half of it each way      (default: none)
  --loss P      percent of the frames that get lost, each way; 0 to 50      (default: 0)
  --disk SIZE   size of each host's disk, as 300m or 2g; kept in memory,
                so it counts towards the host's 2 GB                        (default: this machine's)
  --cable       shape the line in user space even where the kernel could
  --no-check    don't measure what the limits came to (saves some seconds)

examples
  deploy/lab.sh up --mbps 1 --rtt 20ms          the hosts of a cheap cloud
  deploy/lab.sh ssh A                           log in to A
  scp -F /run/rpc-stress-lab/ssh_config x.jar A:/opt/
  deploy/lab.sh exec B useradd -r service       no ssh in between
  deploy/lab.sh link down; sleep 20; deploy/lab.sh link up
  deploy/lab.sh freeze B; sleep 5; deploy/lab.sh thaw B
  deploy/lab.sh down

The environment: RPC_STRESS_LAB is the directory of the lab's state (/run/rpc-stress-lab),
RPC_STRESS_LAB_NET the first three numbers of its addresses (10.198.18).
HELP
}

# misuse TEXT...
misuse() { die 2 "$*"; }

# unknown KIND WORD CANDIDATE...
unknown() {
  local kind=$1 word=$2
  shift 2
  misuse "unknown $kind '$word'; did you mean '$(nearest "$word" "$@")'? (--help lists all)"
}

# note TEXT: one line to the person now, and to whoever asks for the status later.
note() {
  printf '%s\n' "$1"
  printf '%s\n' "$1" >>"$LAB_STATE/report"
}

# ---- options ----------------------------------------------------------------------------------

parse_up() {
  while [[ $# -gt 0 ]]; do
    case $1 in
      --mbps) set_rate "${2-}" ;;
      --rtt) set_rtt "${2-}" ;;
      --loss) set_loss "${2-}" ;;
      --disk) set_disk "${2-}" ;;
      --cable) CABLE=yes && shift && continue ;;
      --no-check) CHECK=no && shift && continue ;;
      --help) help && exit 0 ;;
      *) unknown option "$1" "${UP_OPTIONS[@]}" ;;
    esac
    shift 2
  done
  ASKED_DELAY_US=$DELAY_US
}

set_rate() {
  local number='^[0-9]{1,6}(\.[0-9]{1,3})?$'
  [[ ! $1 =~ $number ]] || RATE_KBIT=$(awk "BEGIN { printf \"%d\", $1 * 1000 }")
  [[ $RATE_KBIT -ge $MIN_KBIT && $RATE_KBIT -le $MAX_KBIT ]] ||
    misuse "--mbps '$1': expected Mbit/s from 0.016 to 100000, such as 1 or 0.5"
  MBPS=$1
}

set_rtt() {
  local -A microseconds=([us]=1 [ms]=1000 [s]=1000000)
  local time='^([0-9]{1,8}(\.[0-9]{1,6})?)(us|ms|s)$'
  [[ ! $1 =~ $time ]] ||
    DELAY_US=$(awk "BEGIN { printf \"%d\", ${BASH_REMATCH[1]} * ${microseconds[${BASH_REMATCH[3]}]} }")
  [[ $DELAY_US -ge $MIN_DELAY_US && $DELAY_US -le $MAX_DELAY_US ]] ||
    misuse "--rtt '$1': expected a time from 100us to 10s with its unit, such as 1ms"
}

set_loss() {
  local number='^[0-9]{1,2}(\.[0-9]{1,3})?$'
  if [[ ! $1 =~ $number ]] || awk "BEGIN { exit $1 > $MAX_LOSS ? 0 : 1 }"; then
    misuse "--loss '$1': expected percent from 0 to $MAX_LOSS, such as 0.5"
  fi
  LOSS=$(awk "BEGIN { print $1 + 0 }")
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
  local apt=() dnf=()
  [[ -x /usr/sbin/sshd ]] || apt+=(openssh-server) dnf+=(openssh-server)
  command -v ssh >/dev/null || apt+=(openssh-client) dnf+=(openssh-clients)
  command -v ip >/dev/null || apt+=(iproute2) dnf+=(iproute)
  command -v tc >/dev/null || apt+=(iproute2) dnf+=(iproute-tc)
  command -v nsenter >/dev/null && command -v lscpu >/dev/null || apt+=(util-linux) dnf+=(util-linux)
  command -v useradd >/dev/null || apt+=(passwd) dnf+=(shadow-utils)
  [[ ${#apt[@]} -gt 0 ]] || return 0
  local -n packages=apt
  ! command -v dnf >/dev/null || local -n packages=dnf
  say "installing ${packages[*]}"
  install_packages "${packages[@]}" ||
    misuse "could not install them; run: $(install_command "${apt[*]}" "${dnf[*]}")"
}

# check_place: the state directory must be new or a lab's, the addresses nobody else's.
check_place() {
  local route
  [[ $LAB_STATE == /* ]] || misuse "RPC_STRESS_LAB '$LAB_STATE': expected an absolute path"
  if [[ -e $LAB_STATE && ! -e $LAB_STATE/$MARK ]]; then
    misuse "$LAB_STATE exists and is no lab's: name another directory in RPC_STRESS_LAB"
  fi
  [[ $LAB_NET =~ ^[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$ ]] ||
    misuse "RPC_STRESS_LAB_NET '$LAB_NET': expected three numbers, such as 10.198.18"
  route=$(range_is_free) ||
    misuse "this machine has a route to $LAB_NET.0/24 already ($route): name another in RPC_STRESS_LAB_NET"
}

# ---- the hosts --------------------------------------------------------------------------------

# group HOST: name of its cgroup; a lab at another place has others.
group() {
  if [[ $LAB_STATE == "$DEFAULT_STATE" ]]; then
    printf 'rpc-stress-lab-%s' "$1"
  else
    printf 'rpc-stress-lab-%s-%s' "$(cksum <<<"$LAB_STATE" | cut -d' ' -f1)" "$1"
  fi
}

# start_time PID: when it started, in clock ticks; with the pid, it names one process for ever.
start_time() {
  local stat field
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  read -r -a field <<<"${stat##*) }"
  # field 22 of proc_pid_stat(5); 3 is the first after the name
  printf '%s' "${field[19]}"
}

# recorded FILE: the pid in a pid file, if that very process still runs.
recorded() {
  local pid started
  read -r pid started 2>/dev/null <"$1" || return 1
  [[ $(start_time "$pid") == "$started" ]] || return 1
  printf '%s' "$pid"
}

# init_pid HOST: its process 1 as this machine counts it.
init_pid() { recorded "$LAB_STATE/$1.init.pid"; }

# need_host WORD: the host must be one, and up.
need_host() {
  case ${1-} in
    A | B) ;;
    '') misuse "which host? A or B" ;;
    *) unknown host "$1" A B ;;
  esac
  init_pid "$1" >/dev/null || die 1 "host $1 is not up; start the lab with: deploy/lab.sh up"
}

# close_inherited: a host must not keep a terminal, pipe or lock of its caller open.
close_inherited() {
  local fd
  for fd in /proc/"$BASHPID"/fd/*; do
    fd=${fd##*/}
    # 255 is where bash reads this script from
    [[ $fd -le 2 || $fd -eq 255 ]] || eval "exec $fd>&-"
  done
}

# java_home: of the java that this machine's user has; empty where there is none.
java_home() {
  local java
  java=$(command -v "${JAVA_HOME:+$JAVA_HOME/bin/}java" || command -v java || true)
  [[ -z $java ]] || dirname "$(dirname "$(readlink -f "$java")")"
}

# start_host HOST: its cgroups are entered first, so that all it ever starts inherits them.
start_host() {
  local host=$1 try
  (
    close_inherited
    enter_cgroup "$(group "$host")" "$BASHPID"
    printf '%s %s\n' "$BASHPID" "$(start_time "$BASHPID")" >"$LAB_STATE/$host.outer.pid"
    exec setsid unshare --net --mount --uts --ipc --pid --fork --kill-child --propagation private \
      bash "$LAB_HERE/lab/host-init.sh" \
      "$host" "$LAB_STATE" "$LAB_DISK/$host" "$DISK_SIZE" "$(java_home)"
  ) >"$LAB_STATE/$host.log" 2>&1 </dev/null &
  for ((try = 0; try < 100; try++)); do
    ! init_pid "$host" >/dev/null || return 0
    kill -0 "$!" 2>/dev/null || break
    sleep 0.05
  done
  die 1 "host $host did not start: $(tail -n 1 "$LAB_STATE/$host.log")"
}

# wait_for_sshd HOST
wait_for_sshd() {
  local host=$1 try
  for ((try = 0; try < 200; try++)); do
    ! in_net "$host" bash -c "exec 3<>/dev/tcp/$(address "$host")/22" 2>/dev/null || return 0
    init_pid "$host" >/dev/null || break
    sleep 0.05
  done
  die 1 "host $host has no sshd: $(tail -n 1 "$LAB_STATE/$host.log")"
}

# limit_hosts: makes the cgroups.
limit_hosts() {
  local -a cpus
  local host line
  read -r -a cpus < <(two_cpus) || true
  for host in A B; do
    while read -r line; do note "MISS $host: $line"; done \
      < <(create_cgroup "$(group "$host")" "${cpus[$([[ $host == A ]] && echo 0 || echo 1)]-}")
  done
  if [[ ${#cpus[@]} -eq 2 ]]; then
    note "cpu: A has core ${cpus[0]}, B has core ${cpus[1]}"
  else
    note "cpu: one core here, a quota of one CPU for each host"
  fi
}

# make_keys: the login key and the hosts' keys live as long as the lab.
make_keys() {
  local host
  ssh-keygen -q -t ed25519 -N '' -C rpc-stress-lab -f "$LAB_STATE/id"
  for host in A B; do
    ssh-keygen -q -t ed25519 -N '' -C "host$host" -f "$LAB_STATE/$host.host_key"
    printf '%s %s\n' "$(address "$host")" "$(cut -d' ' -f1,2 "$LAB_STATE/$host.host_key.pub")" \
      >>"$LAB_STATE/known_hosts"
    printf '%s host%s\n' "$(address "$host")" "$host" >>"$LAB_STATE/hosts"
  done
  sed -i '1i 127.0.0.1 localhost' "$LAB_STATE/hosts"
}

# write_ssh_config: for ssh, scp, rsync -e and all that take -F.
write_ssh_config() {
  local host
  for host in A B; do
    cat <<CONFIG
Host $host host$host $(address "$host")
  HostName $(address "$host")
  ProxyCommand "$LAB_HERE/lab/proxy.sh" $(init_pid "$host") %h %p

CONFIG
  done >"$LAB_STATE/ssh_config"
  cat >>"$LAB_STATE/ssh_config" <<CONFIG
Host *
  User root
  IdentityFile "$LAB_STATE/id"
  IdentitiesOnly yes
  UserKnownHostsFile "$LAB_STATE/known_hosts"
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  PasswordAuthentication no
  ConnectTimeout 10
CONFIG
}

# run_in HOST COMMAND...: in all of the host's namespaces and cgroups, with a login's environment.
run_in() {
  local host=$1 pid
  pid=$(init_pid "$host") || return 1
  shift
  (
    enter_cgroup "$(group "$host")" "$BASHPID"
    exec nsenter --target "$pid" --mount --uts --ipc --net --pid --root --wd -- \
      env -i PATH="$(tr '\0' '\n' <"/proc/$pid/environ" | sed -n 's/^PATH=//p')" HOME=/root \
      USER=root LOGNAME=root SHELL=/bin/bash TERM="${TERM:-dumb}" LANG="${LANG:-C.UTF-8}" "$@"
  )
}

# ---- commands ---------------------------------------------------------------------------------

cmd_up() {
  parse_up "$@"
  need_root
  check_place
  need_commands
  take_down
  trap 'take_down; exit 130' INT TERM
  trap 'take_down' EXIT
  mkdir -p "$LAB_STATE" "$LAB_DISK/A" "$LAB_DISK/B"
  chmod 700 "$LAB_STATE" "$LAB_DISK"
  touch "$LAB_STATE/$MARK" "$LAB_DISK/$MARK"
  block_outside
  make_keys
  limit_hosts
  start_host A
  start_host B
  make_link
  wait_for_sshd A
  wait_for_sshd B
  write_ssh_config
  [[ $CHECK == no ]] || verify_all
  trap - INT TERM EXIT
  print_targets
}

print_targets() {
  local host
  for host in A B; do printf 'host %s: root@%s\n' "$host" "$(address "$host")"; done
  printf 'ssh config: %s\n' "$LAB_STATE/ssh_config"
  printf 'log in with: ssh -F %s A\n' "$LAB_STATE/ssh_config"
}

cmd_down() {
  [[ $# -eq 0 ]] || misuse "down takes no arguments, got '$1'"
  need_root
  take_down
}

# take_down: ends and removes everything that an up has made, however far it came and whatever of it
# has died since; nothing is assumed to be there.
take_down() {
  local host left
  for host in A B; do set_frozen "$(group "$host")" no 2>/dev/null || true; done
  end_processes
  for host in A B; do
    left=$(remove_cgroup "$(group "$host")")
    [[ -z $left ]] || say "lab.sh: could not remove" "$left"
  done
  take_back_controllers
  unblock_outside
  for left in "$LAB_DISK" "$LAB_STATE"; do
    [[ ! -e $left/$MARK ]] || rm -rf --one-file-system "$left"
  done
}

# end_processes: those recorded, then whatever else is in the hosts' cgroups (a crash between start
# and record), until none is left.
end_processes() {
  local name pid try
  for ((try = 0; try < 50; try++)); do
    local -a pids=()
    for name in cable A.init A.outer B.init B.outer; do
      ! pid=$(recorded "$LAB_STATE/$name.pid") || pids+=("$pid")
    done
    for name in A B; do
      while read -r pid; do pids+=("$pid"); done < <(cgroup_pids "$(group "$name")")
    done
    [[ ${#pids[@]} -gt 0 ]] || return 0
    kill -9 "${pids[@]}" 2>/dev/null || true
    sleep 0.1
  done
  say "lab.sh: these processes do not end:" "${pids[@]}"
}

cmd_status() {
  local host up=0
  [[ $# -eq 0 ]] || misuse "status takes no arguments, got '$1'"
  need_root
  if [[ ! -e $LAB_STATE/$MARK ]]; then
    echo "the lab is down"
    exit 1
  fi
  for host in A B; do
    if ! init_pid "$host" >/dev/null; then
      echo "host $host: dead; deploy/lab.sh up starts anew"
      up=1
    elif is_frozen "$(group "$host")"; then
      echo "host $host: frozen"
    else
      echo "host $host: up"
    fi
  done
  if [[ $up -eq 0 ]]; then
    if link_is_cut; then echo "link: down"; else echo "link: up"; fi
    print_targets
  fi
  cat "$LAB_STATE/report" 2>/dev/null || true
  exit "$up"
}

cmd_ssh() {
  need_root
  need_host "${1-}"
  exec ssh -F "$LAB_STATE/ssh_config" "$@"
}

cmd_exec() {
  need_root
  need_host "${1-}"
  [[ $# -gt 1 ]] || misuse "exec $1: which command?"
  ! is_frozen "$(group "$1")" || die 1 "host $1 is frozen; deploy/lab.sh thaw $1 continues it"
  run_in "$@"
}

cmd_link() {
  need_root
  need_host A
  need_host B
  case ${1-} in
    down) cut_link ;;
    up) mend_link ;;
    *) misuse "link '${1-}': expected down or up" ;;
  esac
}

cmd_freeze() { pause "${1-}" yes; }
cmd_thaw() { pause "${1-}" no; }

# pause HOST yes|no
pause() {
  need_root
  need_host "$1"
  set_frozen "$(group "$1")" "$2" ||
    die 1 "this machine has no cgroup freezer; stop single processes: deploy/lab.sh exec $1 kill -STOP PID"
}

main() {
  local command=${1-}
  case $command in
    '')
      help >&2
      exit 2
      ;;
    --help | -h | help)
      help
      exit 0
      ;;
    up | down | status | ssh | exec | link | freeze | thaw)
      shift
      "cmd_$command" "$@"
      ;;
    *) unknown command "$command" "${COMMANDS[@]}" ;;
  esac
}

main "$@"
