#!/usr/bin/env bash
# Looks at a host before anything is copied to it, and installs what is missing where it may.
# deploy.sh runs it through ssh, behind lib/tools.sh.
#
# check.sh client|server FOLDER NEED_MB SERVER=PORT,... ADDRESS NO-INSTALL(yes|no) [PROGRAM,...]
#
# Prints one finding a line: "warn TEXT", "fail TEXT" for a person, "fact NAME VALUE" for
# deploy.sh. A warning costs quality of measuring, a failure would cost the sweep.
set -euo pipefail

readonly MIN_JAVA=17
readonly MIN_FILES=4096     # 990 connections, jars, logs; and as much again for safety
readonly MIN_PROCESSES=2048 # 990 calling threads and what a JVM and its libraries start beside them
readonly MIN_MEMORY_MB=1800 # of "2 GB", a VM shows its kernel's share less
readonly MIN_PORTS=20000    # a technology without connection reuse leaves one in TIME_WAIT per call
readonly SETTLE_FOLDER=/etc/security/limits.d

warn() { printf 'warn %s\n' "$*"; }
fail() { printf 'fail %s\n' "$*"; }
fact() { printf 'fact %s %s\n' "$1" "$2"; }

# add_package APT DNF: the package that has these names, where it may.
add_package() {
  local package
  package=$(of_system "$1" "$2")
  [[ $no_install == no ]] && install_packages "$package" 2>/dev/null && fact package "$package"
}

check_system() {
  if [[ $(uname -s) != Linux ]]; then
    fail "runs $(uname -s); the hosts must run Linux"
  fi
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    fail "has bash $BASH_VERSION; 4.4 or newer is needed"
  fi
  if [[ -d /run/systemd/system ]]; then fact systemd yes; else fact systemd no; fi
  if [[ $EUID -eq 0 ]]; then
    fact root yes
  elif as_root true; then
    fact root sudo
  else
    fact root no
  fi
}

has() { command -v "$1" >/dev/null; }

# What the scripts on the hosts call, and the packages that have it.
check_tools() {
  local tool apt dnf
  while read -r tool apt dnf; do
    has "$tool" || { add_package "$apt" "$dnf" </dev/null && has "$tool"; } ||
      fail "has no $tool; install it: $(install_command "$apt" "$dnf")"
  done <<'TOOLS'
rsync rsync rsync
awk mawk gawk
find findutils findutils
sha256sum coreutils coreutils
timeout coreutils coreutils
setsid util-linux util-linux
flock util-linux util-linux
TOOLS
}

# Proxies are never installed here.
check_programs() {
  local name
  local -a names
  IFS=, read -r -a names <<<"$programs"
  for name in "${names[@]}"; do
    has_program "$name" || fail "has no $name; $(how_to_have "$name")"
  done
}

check_java() {
  local java apt=openjdk-17-jre-headless dnf=java-17-openjdk-headless old=""
  if ! java=$(java_command); then
    apt-cache show "$apt" >/dev/null 2>&1 || apt=default-jre-headless
    [[ -z $java ]] || old="Java $("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1) at $java"
    if ! add_package "$apt" "$dnf" || ! java=$(java_command); then
      fail "has ${old:-no Java}; $MIN_JAVA or newer is needed: $(install_command "$apt" "$dnf")"
      return 0
    fi
  fi
  fact java "$java"
}

check_space() {
  local at=$folder free
  while [[ ! -d $at ]]; do at=$(dirname "$at"); done
  free=$(df -Pk "$at" | awk 'NR == 2 { print int($4 / 1024) }')
  fact free_mb "$free"
  if [[ $free -lt $need_mb ]]; then
    fail "has $free MB free below $at, and $need_mb MB are needed; make room, or choose another --dir"
  fi
  if [[ ! -w $at ]] && ! as_root true; then
    fail "does not let $(id -un) write to $at; choose another --dir, such as $HOME/rpc-stress, or a user with sudo"
  fi
}

# A container's limit where there is one: /proc/meminfo shows the machine's.
check_memory() {
  local mb limit file
  mb=$(awk '$1 == "MemTotal:" { print int($2 / 1024) }' /proc/meminfo)
  for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    limit=$(cat "$file" 2>/dev/null || true)
    if [[ $limit =~ ^[0-9]{1,15}$ && $((limit / 1048576)) -lt $mb ]]; then
      mb=$((limit / 1048576))
    fi
  done
  fact memory_mb "$mb"
  if [[ $mb -lt $MIN_MEMORY_MB ]]; then
    warn "has $mb MB of memory; the JVM settings suit 2048 MB, so servers may be killed: use a larger host or fewer --technologies"
  fi
}

check_limits() {
  local had needed word value what
  while read -r had needed word value what; do
    [[ $had == unlimited || $had -ge $needed ]] ||
      fail "allows $had $what need $needed: echo '* - $word $value' | sudo tee $SETTLE_FOLDER/90-rpc-stress.conf, then log in again"
  done <<LIMITS
$(ulimit -Hn) $MIN_FILES nofile 65536 open files; 990 connections
$(ulimit -u) $MIN_PROCESSES nproc 8192 processes; 990 threads
LIMITS
}

check_ports() {
  local low high
  read -r low high </proc/sys/net/ipv4/ip_local_port_range
  if [[ $((high - low)) -lt $MIN_PORTS ]]; then
    warn "has only $((high - low)) ports for outgoing connections: sudo sysctl -w net.ipv4.ip_local_port_range='15000 64999'"
  fi
}

# owner_of PORT: "pid NAME" of what listens there; "?" where this user may not know.
owner_of() {
  local inode pid
  inode=$(awk -v port="$(printf '%04X' "$1")" \
    '$4 == "0A" && substr($2, length($2) - 3) == port { print $10; exit }' \
    /proc/net/tcp /proc/net/tcp6 2>/dev/null)
  [[ -n $inode ]] || return 1
  for pid in /proc/[0-9]*; do
    if find "$pid/fd" -lname "socket:\[$inode\]" -print -quit 2>/dev/null | grep -q .; then
      printf '%s %s\n' "${pid#/proc/}" "$(tr '\0' ' ' <"$pid/cmdline")"
      return 0
    fi
  done
  printf '?\n'
}

check_own_ports() {
  local pair port owner pid command
  local -a pairs
  IFS=, read -r -a pairs <<<"$ports"
  for pair in "${pairs[@]}"; do
    port=${pair#*=}
    owner=$(owner_of "$port") || continue
    read -r pid command <<<"$owner"
    # our own server of an earlier deploy is what should be there
    [[ $command != *"$folder/server-"*".jar "* ]] || continue
    if [[ $pid == "?" ]]; then
      [[ -e $folder/host.conf ]] || fail "port $port (${pair%=*}) is taken, by another user's process: sudo ss -ltnp 'sport = :$port'"
    else
      fail "port $port (${pair%=*}) is taken by pid $pid (${command:0:60}); stop it, or leave out ${pair%=*}"
    fi
  done
}

check_address() {
  local mine
  mine=$(hostname -I 2>/dev/null || true)
  # it lists no address that has a zone
  [[ -n $mine && $address =~ ^[0-9.]+$|: && $address != *%* ]] || return 0
  case " $mine 127.0.0.1 ::1 " in
    *" $address "*) ;;
    *) fail "has no address $address (it has: ${mine% }); name with --server-address the one that A reaches and B has" ;;
  esac
}

main() {
  role=$1 folder=$2 need_mb=$3 ports=$4 address=$5 no_install=$6 programs=${7:-}
  check_system
  check_tools
  check_programs
  check_java
  check_space
  check_memory
  check_limits
  check_ports
  if [[ $role == server ]]; then
    check_own_ports
    check_address
  fi
  fact checked yes
}

main "$@" </dev/null
