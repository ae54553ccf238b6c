# shellcheck shell=bash
# CPU, memory and process limits of the lab's hosts through cgroups, v1 and v2. Sourced by lab.sh.
#
# A host's group is a directory of the lab's name right under each v1 controller, or under v2's one root; nothing that
# exists is changed, but for v2's list of controllers that the root hands to its children, which is given back.

readonly CPU_PERIOD_US=100000
readonly HOST_MEMORY_BYTES=$((2 * 1024 * 1024 * 1024))
readonly HOST_PROCESSES=8192
# cpuacct is only there so that a JVM, which wants all of these or none, finds its container.
readonly V1_CONTROLLERS=(cpuset cpu cpuacct memory pids freezer)
readonly V2_CONTROLLERS=(cpuset cpu memory pids)

# The tests put a tree of their own here.
: "${CGROUP_ROOT:=/sys/fs/cgroup}"

is_v2() { [[ -e $CGROUP_ROOT/cgroup.controllers ]]; }

# group_dirs NAME: the directories that the group has or would have.
group_dirs() {
  local controller
  if is_v2; then
    printf '%s\n' "$CGROUP_ROOT/$1"
  else
    for controller in "${V1_CONTROLLERS[@]}"; do
      [[ ! -d $CGROUP_ROOT/$controller ]] || printf '%s\n' "$CGROUP_ROOT/$controller/$1"
    done
  fi
}

# limits NAME CPU: a line for each: CONTROLLER FILE VALUE. CPU is the one core to pin to, empty where the machine has a
# single one: then a quota of one CPU, which beside a core would only add throttling.
limits() {
  local root=$CGROUP_ROOT
  if is_v2; then
    if [[ -n $2 ]]; then
      printf 'cpuset %s %s\n' "$root/$1/cpuset.cpus" "$2"
    else
      printf 'cpu %s %s\n' "$root/$1/cpu.max" "$CPU_PERIOD_US $CPU_PERIOD_US"
    fi
    printf 'memory %s %s\n' "$root/$1/memory.max" "$HOST_MEMORY_BYTES"
    printf 'swap %s 0\n' "$root/$1/memory.swap.max"
    printf 'pids %s %s\n' "$root/$1/pids.max" "$HOST_PROCESSES"
    return 0
  fi
  # both must be filled before a process may enter
  printf 'cpuset %s %s\n' "$root/cpuset/$1/cpuset.mems" "$(cat "$root/cpuset/cpuset.mems" 2>/dev/null)"
  printf 'cpuset %s %s\n' "$root/cpuset/$1/cpuset.cpus" "${2:-$(cat "$root/cpuset/cpuset.cpus" 2>/dev/null)}"
  if [[ -z $2 ]]; then
    printf 'cpu %s %s\n' "$root/cpu/$1/cpu.cfs_period_us" "$CPU_PERIOD_US"
    printf 'cpu %s %s\n' "$root/cpu/$1/cpu.cfs_quota_us" "$CPU_PERIOD_US"
  fi
  printf 'memory %s %s\n' "$root/memory/$1/memory.limit_in_bytes" "$HOST_MEMORY_BYTES"
  printf 'swap %s %s\n' "$root/memory/$1/memory.memsw.limit_in_bytes" "$HOST_MEMORY_BYTES"
  printf 'pids %s %s\n' "$root/pids/$1/pids.max" "$HOST_PROCESSES"
}

# create_cgroup NAME CPU: makes the group with all its limits. Prints a line for each that failed.
create_cgroup() {
  local controller file value
  ! is_v2 || hand_to_children
  group_dirs "$1" | xargs -d '\n' -r mkdir -p
  limits "$1" "$2" | while read -r controller file value; do
    # the kernel need not account for swap
    [[ $controller != swap || -e $file ]] || continue
    { [[ -d ${file%/*} ]] && echo "$value" >"$file"; } 2>/dev/null ||
      printf '%s limit: this machine has no cgroup controller for it, or refused %s\n' "$controller" "$file"
  done
}

# hand_to_children: lets v2 groups below the root use the controllers; remembers what it switched on.
hand_to_children() {
  local controller on
  on=$(cat "$CGROUP_ROOT/cgroup.subtree_control")
  for controller in "${V2_CONTROLLERS[@]}"; do
    [[ " $on " != *" $controller "* ]] || continue
    { echo "+$controller" >"$CGROUP_ROOT/cgroup.subtree_control"; } 2>/dev/null || continue
    printf '%s\n' "$controller" >>"$LAB_STATE/handed"
  done
}

# take_back_controllers: undoes hand_to_children; a controller in use by others since then stays.
take_back_controllers() {
  local controller
  [[ -s $LAB_STATE/handed ]] || return 0
  while read -r controller; do
    { echo "-$controller" >"$CGROUP_ROOT/cgroup.subtree_control"; } 2>/dev/null || true
  done <"$LAB_STATE/handed"
}

# enter_cgroup NAME PID: moves a process in, wherever the group exists.
enter_cgroup() {
  local dir
  while read -r dir; do
    [[ ! -d $dir ]] || { echo "$2" >"$dir/cgroup.procs"; } 2>/dev/null || true
  done < <(group_dirs "$1")
}

# cgroup_pids NAME: every process in the group.
cgroup_pids() {
  local dir
  while read -r dir; do
    cat "$dir/cgroup.procs" 2>/dev/null || true
  done < <(group_dirs "$1")
}

# set_frozen NAME yes|no: stops or continues every process of the group, as pausing a VM does.
set_frozen() {
  local -A v1=([yes]=FROZEN [no]=THAWED) v2=([yes]=1 [no]=0)
  if is_v2; then
    echo "${v2[$2]}" >"$CGROUP_ROOT/$1/cgroup.freeze"
  else
    echo "${v1[$2]}" >"$CGROUP_ROOT/freezer/$1/freezer.state"
  fi
}

# is_frozen NAME
is_frozen() {
  if is_v2; then
    [[ $(cat "$CGROUP_ROOT/$1/cgroup.freeze" 2>/dev/null) == 1 ]]
  else
    [[ $(cat "$CGROUP_ROOT/freezer/$1/freezer.state" 2>/dev/null) == FR* ]]
  fi
}

# remove_cgroup NAME: removes its directories, whose processes must have been ended; prints those that stay.
remove_cgroup() {
  local dir try
  while read -r dir; do
    for ((try = 0; try < 50; try++)); do
      [[ -d $dir ]] || break
      # with what a host made below it: a systemd, say
      find "$dir" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.1
    done
    [[ ! -d $dir ]] || printf '%s\n' "$dir"
  done < <(group_dirs "$1")
}

# two_cpus: the first and the last processor that this process may use, "0 3", which are mostly of different cores; nothing
# where there is but one.
two_cpus() {
  local all
  all=$(taskset -cp "$BASHPID")
  all=${all##* }
  [[ ${all%%[-,]*} == "${all##*[-,]}" ]] || printf '%s %s\n' "${all%%[-,]*}" "${all##*[-,]}"
}
