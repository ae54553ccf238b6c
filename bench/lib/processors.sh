# shellcheck shell=bash
# Who runs where, what a server has used, and what others take of the processors meanwhile. Sourced.
# shellcheck disable=SC2034,SC2154 # who sources this reads and sets the rest

# Of one core: how much others may take for a moment to be quiet, and during a slice.
readonly QUIET_CORES=0.13 DISTURBED_CORES=0.12
readonly QUIET_SECONDS=0.2
TICKS_PER_SECOND=$(getconf CLK_TCK)
readonly TICKS_PER_SECOND

# allowed_processors: the ones this process may run on, one a line.
allowed_processors() {
  sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status | tr ',' '\n' |
    awk -F- '{ for (i = $1; i <= $NF; i++) print i }'
}

# choose_processors: sets server_cpus (empty: not pinned), on_client_cpu and pinning from `cpus`.
choose_processors() {
  local -a allowed
  mapfile -t allowed < <(allowed_processors)
  server_cpus="" on_client_cpu=()
  if [[ -z $cpus ]]; then
    cpus=none
    ((${#allowed[@]} < 2)) || cpus=${allowed[0]},${allowed[${#allowed[@]} - 1]}
  fi
  pinning="none: clients and server compete for the same processors"
  [[ $cpus != none ]] || return 0
  if ! command -v taskset >/dev/null; then
    say "not pinned: no taskset; $(install_command util-linux util-linux)"
    return 0
  fi
  local each
  for each in "${cpus%,*}" "${cpus#*,}"; do
    [[ " ${allowed[*]} " == *" $each "* ]] || die 2 "--cpus $cpus: there are ${allowed[*]}"
  done
  server_cpus=${cpus#*,}
  on_client_cpu=(taskset -c "${cpus%,*}")
  pinning="clients on processor ${cpus%,*}, server on processor ${cpus#*,}"
}

# ticks_of PID: processor time of a process and of the children it has waited for.
ticks_of() {
  sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{ print $12 + $13 + $14 + $15 }'
}

# irq_time_apart: whether the kernel keeps the time in interrupts out of the processes' times.
irq_time_apart() {
  { zcat /proc/config.gz || cat "/boot/config-$(uname -r)"; } 2>/dev/null |
    grep -q '^CONFIG_IRQ_TIME_ACCOUNTING=y'
}

# Columns of /proc/stat that processes' times add up to: user, nice, system, and interrupts where
# they are in those times. Steal, what a hypervisor took away, counts as others'.
busy_columns="2 3 4 7 8 9"
! irq_time_apart || busy_columns="2 3 4 9"
readonly busy_columns

# usage_counter ADDRESS PORT NAME: from a server's usage endpoint.
usage_counter() {
  exec 6<>"/dev/tcp/$1/$2"
  printf 'GET /usage HTTP/1.0\r\n\r\n' >&6
  awk -v name="$3" '$1 == name { print $2 }' <&6
  exec 6>&-
}

# foreign_ticks: of the whole machine's busy time, what neither this script, its ended children nor
# the server (or several) took. The difference of two is what others took meanwhile.
foreign_ticks() {
  local busy own each served=0
  busy=$(awk -v columns="$busy_columns" '$1 == "cpu" {
    n = split(columns, c, " ")
    for (i = 1; i <= n; i++) sum += $c[i]
    printf "%d\n", sum
    exit }' /proc/stat)
  own=$(ticks_of $$)
  for each in $server_pid; do
    served=$((served + $(ticks_of "$each")))
  done
  printf '%d\n' $((busy - own - served))
}

uptime_seconds() { cut -d ' ' -f 1 /proc/uptime; }

# foreign_cores TICKS_BEFORE UPTIME_BEFORE: cores that others kept busy since then.
foreign_cores() {
  awk -v before="$1" -v after="$(foreign_ticks)" -v from="$2" -v to="$(uptime_seconds)" \
    -v hz="$TICKS_PER_SECOND" 'BEGIN {
      cores = to > from ? (after - before) / hz / (to - from) : 0
      printf "%.3f\n", (cores > 0 ? cores : 0) }'
}

exceeds() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }

# await_quiet: until others leave the processors alone, or patience ends.
await_quiet() {
  local ticks from end=$((SECONDS + patience))
  while ((SECONDS < end)); do
    ticks=$(foreign_ticks)
    from=$(uptime_seconds)
    sleep "$QUIET_SECONDS"
    exceeds "$(foreign_cores "$ticks" "$from")" "$QUIET_CORES" || return 0
  done
}
