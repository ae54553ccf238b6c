# shellcheck shell=bash
# CPU, memory and process limits of the lab's hosts through cgroups, v1 and v2. Sourced by lab.sh.
#
# Each controller is looked up by itself, because a machine may have some in v1 and some in v2
# (systemd's hybrid layout). A host's group is a directory of the lab's name right under the
# controller's mount point; nothing that exists is changed, but for v2's list of controllers that
# the root hands to its children, and what was added there is taken back by remove_cgroups.

readonly CGROUP_CONTROLLERS=(cpuset cpu cpuacct memory pids freezer)
readonly CPU_PERIOD_US=100000
readonly HOST_MEMORY_BYTES=$((2 * 1024 * 1024 * 1024))
readonly HOST_PROCESSES=8192

# Where the mounts are listed; the tests put a file of their own here.
: "${CGROUP_MOUNTINFO:=/proc/self/mountinfo}"

# Version (v1 or v2) and mount point by controller, for those that the machine has.
declare -gA CGROUP_VERSION=() CGROUP_ROOT=()

# find_cgroups: fills the two. The first mount of a controller counts, but v1 before v2: freezing
# works in every v1.
find_cgroups() {
  local line dir type controller
  local -a before after
  CGROUP_VERSION=() CGROUP_ROOT=()
  while read -r line; do
    # proc_pid_mountinfo(5): ... MOUNT_POINT ... - TYPE SOURCE OPTIONS
    read -r -a before <<<"${line%% - *}"
    read -r -a after <<<"${line#* - }"
    dir=${before[4]} type=${after[0]}
    for controller in "${CGROUP_CONTROLLERS[@]}"; do
      [[ ${CGROUP_VERSION[$controller]-} != v1 ]] || continue
      if [[ $type == cgroup && ,${after[2]}, == *,$controller,* ]]; then
        CGROUP_VERSION[$controller]=v1 CGROUP_ROOT[$controller]=$dir
      elif [[ $type == cgroup2 && -z ${CGROUP_ROOT[$controller]-} ]] && v2_offers "$dir" "$controller"; then
        CGROUP_VERSION[$controller]=v2 CGROUP_ROOT[$controller]=$dir
      fi
    done
  done < <(grep ' - cgroup' "$CGROUP_MOUNTINFO")
}

# v2_offers DIR CONTROLLER: whether a v2 root has it. Freezing and accounting need no controller there.
v2_offers() {
  local dir=$1 controller=$2
  case $controller in
    freezer) return 0 ;;
    cpuacct) return 1 ;;
  esac
  [[ " $(cat "$dir/cgroup.controllers" 2>/dev/null) " == *" $controller "* ]]
}

# set_dirs NAME: sets DIRS to the directories that the group NAME has or would have.
set_dirs() {
  local controller
  local -A seen=()
  DIRS=()
  for controller in "${!CGROUP_ROOT[@]}"; do
    seen["${CGROUP_ROOT[$controller]}/$1"]=1
  done
  DIRS=("${!seen[@]}")
}

# create_cgroup NAME CPU: makes the group with all its limits. CPU is the one core to pin to, empty
# where the machine has a single one: then a quota of one CPU. Prints one line per limit that failed.
create_cgroup() {
  local name=$1 cpu=$2 controller version dir
  for controller in "${CGROUP_CONTROLLERS[@]}"; do
    version=${CGROUP_VERSION[$controller]-} dir=${CGROUP_ROOT[$controller]-}
    if [[ -z $dir ]]; then
      explain_missing "$controller"
      continue
    fi
    [[ $version == v1 ]] || hand_to_children "$dir" "$controller" || true
    if ! { mkdir -p "$dir/$name" && "limit_$controller" "$version" "$dir" "$name" "$cpu"; } 2>/dev/null; then
      printf '%s limit: cgroup %s refused it in %s/%s\n' "$controller" "$version" "$dir" "$name"
    fi
  done
}

# explain_missing CONTROLLER: what its absence costs; cpuacct is only there so that a JVM, which
# wants all four v1 hierarchies or none, finds its container.
explain_missing() {
  case $1 in
    cpuacct) ;;
    freezer) printf 'freezing: this machine has no cgroup freezer\n' ;;
    *) printf '%s limit: this machine has no cgroup controller for it\n' "$1" ;;
  esac
}

# hand_to_children ROOT CONTROLLER: lets v2 groups below ROOT use it; remembers what it switched on.
hand_to_children() {
  local root=$1 controller=$2
  [[ $controller != freezer ]] || return 0
  [[ " $(cat "$root/cgroup.subtree_control") " != *" $controller "* ]] || return 0
  { echo "+$controller" >"$root/cgroup.subtree_control"; } 2>/dev/null || return 1
  printf '%s %s\n' "$root" "$controller" >>"$LAB_STATE/handed"
}

limit_cpuset() {
  local version=$1 root=$2 dir=$2/$3 cpu=$4
  if [[ $version == v1 ]]; then
    # both must be filled before a process may enter
    cat "$root/cpuset.mems" >"$dir/cpuset.mems" || return 1
    cat "$root/cpuset.cpus" >"$dir/cpuset.cpus" || return 1
  fi
  [[ -z $cpu ]] || echo "$cpu" >"$dir/cpuset.cpus"
}

limit_cpu() {
  local version=$1 dir=$2/$3 cpu=$4
  # pinned to a core, a quota would only add throttling
  [[ -z $cpu ]] || return 0
  if [[ $version == v1 ]]; then
    echo "$CPU_PERIOD_US" >"$dir/cpu.cfs_period_us" || return 1
    echo "$CPU_PERIOD_US" >"$dir/cpu.cfs_quota_us"
  else
    echo "$CPU_PERIOD_US $CPU_PERIOD_US" >"$dir/cpu.max"
  fi
}

limit_memory() {
  local version=$1 dir=$2/$3
  if [[ $version == v1 ]]; then
    echo "$HOST_MEMORY_BYTES" >"$dir/memory.limit_in_bytes" || return 1
    # absent where the kernel does not account for swap
    [[ ! -e $dir/memory.memsw.limit_in_bytes ]] ||
      echo "$HOST_MEMORY_BYTES" >"$dir/memory.memsw.limit_in_bytes"
  else
    echo "$HOST_MEMORY_BYTES" >"$dir/memory.max" || return 1
    [[ ! -e $dir/memory.swap.max ]] || echo 0 >"$dir/memory.swap.max"
  fi
}

limit_pids() { echo "$HOST_PROCESSES" >"$2/$3/pids.max"; }
limit_cpuacct() { :; }
limit_freezer() { :; }

# enter_cgroup NAME PID: moves a process in, wherever the group exists.
enter_cgroup() {
  local name=$1 pid=$2 dir DIRS
  set_dirs "$name"
  for dir in "${DIRS[@]}"; do
    [[ -d $dir ]] || continue
    { echo "$pid" >"$dir/cgroup.procs"; } 2>/dev/null || true
  done
}

# cgroup_pids NAME: every process in the group.
cgroup_pids() {
  local dir pid DIRS
  set_dirs "$1"
  for dir in "${DIRS[@]}"; do
    [[ ! -r $dir/cgroup.procs ]] || while read -r pid; do echo "$pid"; done <"$dir/cgroup.procs"
  done 2>/dev/null
}

# set_frozen NAME yes|no: stops or continues every process of the group, as pausing a VM does.
set_frozen() {
  local name=$1 frozen=$2 version=${CGROUP_VERSION[freezer]-} root=${CGROUP_ROOT[freezer]-}
  [[ -n $root && -d $root/$name ]] || return 1
  case $version/$frozen in
    v1/yes) echo FROZEN >"$root/$name/freezer.state" ;;
    v1/no) echo THAWED >"$root/$name/freezer.state" ;;
    v2/yes) echo 1 >"$root/$name/cgroup.freeze" ;;
    v2/no) echo 0 >"$root/$name/cgroup.freeze" ;;
  esac
}

# is_frozen NAME
is_frozen() {
  local version=${CGROUP_VERSION[freezer]-} root=${CGROUP_ROOT[freezer]-} state=
  [[ -n $root ]] || return 1
  if [[ $version == v1 ]]; then
    read -r state <"$root/$1/freezer.state" || return 1
    [[ $state != THAWED ]]
  else
    read -r state <"$root/$1/cgroup.freeze" || return 1
    [[ $state == 1 ]]
  fi 2>/dev/null
}

# remove_cgroup NAME: removes its directories, whose processes must have been ended; prints those that
# stay.
remove_cgroup() {
  local dir try DIRS
  set_dirs "$1"
  for dir in "${DIRS[@]}"; do
    for ((try = 0; try < 50; try++)); do
      [[ -d $dir ]] || break
      # with what a host made below it: a systemd, say
      find "$dir" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.1
    done
    [[ ! -d $dir ]] || printf '%s\n' "$dir"
  done
}

# take_back_controllers: undoes hand_to_children; a controller in use by others since then stays.
take_back_controllers() {
  local root controller
  [[ -s $LAB_STATE/handed ]] || return 0
  while read -r root controller; do
    { echo "-$controller" >"$root/cgroup.subtree_control"; } 2>/dev/null || true
  done <"$LAB_STATE/handed"
}

# two_cpus: two cores that this process may use, "0 1", on different physical cores where there are
# such; nothing where there is but one.
two_cpus() {
  lscpu -p=CPU,CORE,SOCKET 2>/dev/null | grep -v '^#' | while IFS=, read -r cpu core; do
    ! taskset -c "$cpu" true 2>/dev/null || printf '%s %s\n' "$cpu" "$core"
  done | awk '
    NR == 1 { first = $1; core = $2; next }
    NR == 2 || $2 != core { second = $1 }
    $2 != core { exit }
    END { if (second != "") print first, second }'
}
