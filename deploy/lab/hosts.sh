# shellcheck shell=bash
# The lab's hosts as processes: how they are started, found again and ended. Sourced by lab.sh.

readonly SYSTEM_PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# group HOST: name of its cgroup; a lab at another place has others.
group() {
  if [[ $LAB_STATE == "$DEFAULT_STATE" ]]; then
    printf 'rpc-stress-lab-%s' "$1"
  else
    printf 'rpc-stress-lab-%s-%s' "$(cksum <<<"$LAB_STATE" | cut -d' ' -f1)" "$1"
  fi
}

# start_time PID: when it started, in clock ticks; with the pid, it names one process for ever. Fails
# where the process is no more.
start_time() {
  local stat field
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  read -r -a field <<<"${stat##*) }"
  # proc_pid_stat(5): 3, the first after the name, is the state; 22 the start time
  [[ ${field[0]} != [ZX] ]] || return 1
  printf '%s' "${field[19]}"
}

# recorded FILE: the pid in a pid file, if that very process still runs.
recorded() {
  local pid started
  [[ -s $1 ]] && read -r pid started <"$1" || return 1
  [[ -e /proc/$pid && $(start_time "$pid") == "$started" ]] || return 1
  printf '%s' "$pid"
}

# init_pid HOST: its process 1 as this machine counts it.
init_pid() { recorded "$LAB_STATE/$1.init.pid"; }

# need_host WORD: the host must be one, and up; tells by root's eyes only.
need_host() {
  local expected
  expected=$(printf '%s or ' "${HOSTS[@]}")
  expected=${expected% or }
  [[ -n ${1-} ]] || misuse "which host? $expected"
  [[ " ${HOSTS[*]} " == *" $1 "* ]] || misuse "unknown host '$1': expected $expected"
  need_root
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
  ! java=$(java_command) || dirname "$(dirname "$(readlink -f "$java")")"
}

# start_host HOST: its cgroups are entered first, so that all it ever starts inherits them.
start_host() {
  local host=$1 java try
  java=$(java_home)
  (
    close_inherited
    enter_cgroup "$(group "$host")" "$BASHPID"
    printf '%s %s\n' "$BASHPID" "$(start_time "$BASHPID")" >"$LAB_STATE/$host.outer.pid"
    exec env -i PATH="${java:+$java/bin:}$SYSTEM_PATH" HOME=/root LANG="${LANG:-C.UTF-8}" \
      setsid unshare --net --mount --uts --ipc --pid --fork --kill-child --propagation private \
      bash "$LAB_HERE/lab/host-init.sh" \
      "$host" "$LAB_STATE" "$LAB_DISK/$host" "$DISK_SIZE" "$java"
  ) >"$LAB_STATE/$host.log" 2>&1 </dev/null &
  # it outlives this script
  disown "$!"
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
  for host in "${HOSTS[@]}"; do
    while read -r line; do note "MISS $host: $line"; done \
      < <(create_cgroup "$(group "$host")" "${cpus[$([[ $host == B ]] && echo 1 || echo 0)]-}")
  done
  [[ ${#HOSTS[@]} -eq 2 ]] || note "cpu: ${HOSTS[*]:2} share A's: no rate of theirs is one of several machines"
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
  for host in "${HOSTS[@]}"; do
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
  for host in "${HOSTS[@]}"; do
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

# end_processes: each host's process 1 first, with which its whole PID namespace ends, so that its
# parent can wait for it; then whatever else is recorded or in the hosts' cgroups (a crash between
# start and record), until none is left.
end_processes() {
  local try name pid
  local -a pids
  kill_recorded cable "${HOSTS[@]/%/.init}"
  for ((try = 0; try < 20; try++)); do
    for name in "${HOSTS[@]}"; do ! recorded "$LAB_STATE/$name.outer.pid" >/dev/null || break; done
    recorded "$LAB_STATE/$name.outer.pid" >/dev/null || break
    sleep 0.05
  done
  for ((try = 0; try < 50; try++)); do
    mapfile -t pids < <(for name in "${HOSTS[@]}"; do cgroup_pids "$(group "$name")"; done)
    for name in cable "${HOSTS[@]/%/.init}" "${HOSTS[@]/%/.outer}"; do
      ! pid=$(recorded "$LAB_STATE/$name.pid") || pids+=("$pid")
    done
    [[ ${#pids[@]} -gt 0 ]] || return 0
    kill -9 "${pids[@]}" 2>/dev/null || true
    sleep 0.1
  done
  say "lab.sh: these processes do not end:" "${pids[@]}"
}

# kill_recorded NAME...
kill_recorded() {
  local name pid
  for name in "$@"; do
    ! pid=$(recorded "$LAB_STATE/$name.pid") || kill -9 "$pid" 2>/dev/null || true
  done
}
