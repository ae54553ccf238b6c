# shellcheck shell=bash disable=SC2154
# (home: set by the script)
# Reaching a host over ssh, from the machine a person sits at. Sourced, after tools.sh.
#
# One connection per host, opened once and shared by every command (a login takes many round trips
# on a slow link); its socket lies in a private folder that ends with the script. Never a password,
# never a key of ours: who may log in is the business of the person's own ssh.

readonly SSH_CONNECT_SECONDS=10
# A dead link is noticed after 3 x 15 s, not after the hours that TCP would take.
readonly SSH_ALIVE=(-o ServerAliveInterval=15 -o ServerAliveCountMax=3)

# shellcheck disable=SC2034 # scripts that source this one have it as their default
readonly DEFAULT_DIR=/opt/rpc-stress

# run_sweep_command: how the user reaches host A again, with the options that were given.
run_sweep_command() {
  printf 'deploy/run-sweep.sh --client %s' "$client"
  [[ -z $ssh_config ]] || printf ' --ssh-config %q' "$ssh_config"
  [[ $dir == "$DEFAULT_DIR" ]] || printf ' --dir %q' "$dir"
}

# remote_begin [CONFIG]: call it once; remote_end undoes it.
remote_begin() {
  remote_folder=$(mktemp -d /tmp/rpc-stress.XXXXXXXX)
  remote_targets=()
  remote_ssh=(ssh)
  if [[ -n ${1:-} ]]; then
    [[ -r $1 ]] || die 2 "--ssh-config $1: there is no such file"
    remote_ssh+=(-F "$1")
  fi
  remote_ssh+=(-o BatchMode=yes -o "ConnectTimeout=$SSH_CONNECT_SECONDS" -o LogLevel=ERROR
    -o "ControlPath=$remote_folder/%C" "${SSH_ALIVE[@]}")
  # the same for rsync
  printf '#!/bin/sh\nexec %s "$@"\n' "$(printf '%q ' "${remote_ssh[@]}")" >"$remote_folder/shell"
  chmod +x "$remote_folder/shell"
}

remote_end() {
  local target
  for target in "${remote_targets[@]}"; do
    "${remote_ssh[@]}" -O exit "$target" 2>/dev/null || true
  done
  remote_targets=()
  rm -rf "$remote_folder"
}

# need_target OPTION VARIABLE: it holds a host as ssh takes it, and nothing that ssh would take for an option.
need_target() {
  local -n _target=$2
  local ipv6='[A-Fa-f0-9]*:[A-Fa-f0-9]*:[A-Fa-f0-9.:]*(%[A-Za-z0-9_.-]+)?'
  bare_address "$2"
  [[ $_target =~ ^([A-Za-z0-9_][A-Za-z0-9_.-]*@)?([A-Za-z0-9][A-Za-z0-9_.-]*|$ipv6)$ ]] ||
    die 2 "$1 '$_target': expected user@host, or a Host of your ssh config, which also holds a port"
}

# need_name OPTION VALUE: the name of a sweep is the name of its folder.
need_name() {
  [[ $2 =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$ ]] ||
    die 2 "$1 '$2': expected up to 100 letters, digits, dots, hyphens or underscores"
}

# need_folder OPTION VALUE: a folder on the hosts. Scripts that run as root remove files below it.
need_folder() {
  [[ $2 =~ ^(/[A-Za-z0-9_][A-Za-z0-9._-]*){2,}$ ]] ||
    die 2 "$1 '$2': expected an absolute path of two or more plain names, such as /opt/rpc-stress"
}

# connect TARGET: logs in, or ends the script with one line on what is wrong and what to do.
connect() {
  local target=$1 why=$remote_folder/why
  if "${remote_ssh[@]}" -o ControlMaster=yes -fN "$target" </dev/null >/dev/null 2>"$why"; then
    remote_targets+=("$target")
    check_silence "$target"
    return 0
  fi
  die 1 "$(ssh_trouble "$target" <"$why")"
}

# check_silence TARGET: scripts and rsync read what commands print there; a login shell that prints too spoils it.
check_silence() {
  local said
  said=$(on "$1" true </dev/null 2>/dev/null) || true
  [[ -z $said ]] ||
    die 1 "$1: its login shell prints '$(shown "${said%%$'\n'*}")' for every command: let ~/.bashrc there print for terminals alone ([[ \$- == *i* ]] || return)"
}

# ssh_trouble TARGET: turns what ssh said (stdin) into one line that says what to do.
ssh_trouble() {
  local target=$1 what
  what=$(cat)
  case $what in
    *"Could not resolve hostname"*) what="no such host; check the name, or use its address" ;;
    *"IDENTIFICATION HAS CHANGED"*) what="its host key is not the one it had before; if it was set up anew: ssh-keygen -R $(host_of "$target")" ;;
    *"Host key verification failed"*) what="its host key is not known here; log in by hand once, and compare it: ssh $target" ;;
    *"Permission denied"*) what="it refuses your key; check user and key, or: ssh-copy-id $target" ;;
    *"Connection refused"*) what="no sshd answers; start it there, or check address and port" ;;
    *"timed out"* | *"No route to host"* | *"Network is unreachable"*)
      what="no answer within $SSH_CONNECT_SECONDS s; check address, firewall and security group"
      ;;
    *) what="ssh failed: $(tail -n 1 <<<"${what:-it reported no reason}")" ;;
  esac
  printf '%s: %s' "$target" "$what"
}

# host_of TARGET: the address behind a target, by ssh's own config.
host_of() {
  "${remote_ssh[@]}" -G "$1" | sed -n 's/^hostname //p'
}

# on TARGET COMMAND...: runs it there; every argument arrives as it is here.
on() {
  local target=$1
  shift
  "${remote_ssh[@]}" "$target" "$(printf '%q ' "$@")"
}

# What a host says is nothing that this machine, or another host, may take for more than a value: the owner of one host owns
# neither of the others.
readonly LOGIN_NAME='^[A-Za-z0-9_][A-Za-z0-9_.@+\-]{0,99}$'

# shown TEXT: a host's text as a terminal can bear it.
shown() {
  local text=${1:0:100}
  printf '%s' "${text//[[:cntrl:]]/?}"
}

# login_on TARGET: who one is there. It stands in configurations of ssh, whose further lines run programs.
login_on() {
  local said
  said=$(on "$1" id -un) || return 1
  [[ $said =~ $LOGIN_NAME ]] || die 1 "$1 says that its user is '$(shown "$said")': a name expected"
  printf '%s\n' "$said"
}

# script_on TARGET FILE ARGUMENT...: runs one of deploy/host's scripts without installing it.
script_on() {
  local target=$1 file=$2
  shift 2
  cat "$home/deploy/lib/tools.sh" "$file" | on "$target" bash -s -- "$@"
}
