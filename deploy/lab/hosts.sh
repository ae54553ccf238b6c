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

# recorded NAME: the process that was noted by this name.
recorded() { recorded_process "$LAB_STATE/$1.pid"; }

# init_pid HOST: its process 1 as this machine counts it: the child of the one that made its namespaces.
init_pid() {
  local outer pid
  outer=$(recorded "$1") || return 1
  pid=$(<"/proc/$outer/task/$outer/children") && [[ -n $pid ]] && printf '%s' "${pid%% *}"
} 2>/dev/null

# need_host WORD: the host must be one, and up; tells by root's eyes only.
need_host() {
  local expected
  expected=$(printf '%s or ' "${HOSTS[@]}")
  expected=${expected% or }
  [[ -n ${1-} ]] || misuse "which host? $expected"
  one_of "$1" "${HOSTS[@]}" || misuse "unknown host '$1': expected $expected"
  need_root
  init_pid "$1" >/dev/null || die 1 "host $1 is not up; start the lab with: deploy/lab.sh up"
}

# java_home: of the java that this machine's user has; empty where there is none.
java_home() {
  local java
  ! java=$(java_command) || dirname "$(dirname "$(readlink -f "$java")")"
}

# start_host HOST: its cgroups are entered first, so that all it ever starts inherits them.
start_host() {
  local host=$1 java outer
  java=$(java_home)
  (
    close_inherited
    enter_cgroup "$(group "$host")" "$BASHPID"
    outer=$BASHPID # not that of the substitution below
    printf '%s %s\n' "$outer" "$(process_start "$outer")" >"$LAB_STATE/$host.pid"
    exec env -i PATH="${java:+$java/bin:}$SYSTEM_PATH" HOME=/root LANG="${LANG:-C.UTF-8}" \
      setsid unshare --net --mount --uts --ipc --pid --fork --kill-child --propagation private \
      bash "$LAB_HERE/lab/host-init.sh" \
      "$host" "$LAB_STATE" "$LAB_DISK/$host" "$DISK_SIZE" "$java"
  ) >"$LAB_STATE/$host.log" 2>&1 </dev/null &
  # it outlives this script
  disown "$!"
  await 5 init_pid "$host" >/dev/null || true
  in_net "$host" ip link set lo up || die 1 "host $host did not start: $(tail -n 1 "$LAB_STATE/$host.log")"
  # nothing on the line but what the hosts send
  in_net "$host" bash -c 'echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6' 2>/dev/null || true
}

# wait_for_sshd HOST
wait_for_sshd() {
  await 10 in_net "$1" bash -c "exec 3<>/dev/tcp/$(address "$1")/22" 2>/dev/null ||
    die 1 "host $1 has no sshd: $(tail -n 1 "$LAB_STATE/$1.log")"
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
  [[ ${#HOSTS[@]} -eq 2 ]] || note "cpu: ${HOSTS[*]:2} share A's core: their rates are not those of several machines"
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

# end_processes: each host's process 1 first, with which its whole PID namespace ends, so that its parent can wait for it;
# then whatever else is recorded or in the hosts' cgroups (a crash between start and record), until none is left.
end_processes() {
  local try name
  local -a pids
  mapfile -t pids < <(for name in "${HOSTS[@]}"; do init_pid "$name" && echo; done)
  for ((try = 0; try < 50; try++)); do
    [[ ${#pids[@]} -eq 0 ]] || kill -9 "${pids[@]}" 2>/dev/null || true
    sleep 0.1
    mapfile -t pids < <(
      for name in "${HOSTS[@]}"; do cgroup_pids "$(group "$name")"; done
      for name in cable "${HOSTS[@]}"; do recorded "$name"; done
    )
    [[ ${#pids[@]} -gt 0 ]] || return 0
  done
  say "lab.sh: these processes do not end:" "${pids[@]}"
}
