#!/usr/bin/env bash
# The folder of a deployed host: makes it, and takes away what deploy.sh made and only that.
# deploy.sh runs it through ssh, behind lib/tools.sh.
#
# folder.sh prepare FOLDER
# folder.sh remove FOLDER PURGE(yes|no)
# folder.sh make-key FOLDER KNOWN_HOSTS USER@B PORT   on A: a key of its own, anew; prints its public half
# folder.sh drop-key FOLDER                  on A: without the key
# folder.sh admit FOLDER PUBLIC_KEY          on B: lets that key run control-servers.sh, and no other of ours
# folder.sh refuse FOLDER                    on B: lets no key of ours in
# folder.sh make-agent-key FOLDER KNOWN_HOSTS SSH_CONFIG   on the first client host: a key to the agents of the
#                                            others, anew; prints its public half
# folder.sh drop-agent-key FOLDER            there: without it
# folder.sh admit-agent FOLDER PUBLIC_KEY    on another client host: lets that key run run-agent.sh, and no other of ours
# folder.sh refuse-agent FOLDER              there: lets no such key in
set -euo pipefail

# Everything below FOLDER that is not in manifest.txt and that the scripts on the host make.
readonly MADE_LATER=(manifest.txt made.txt host.conf broker.credentials control agents .control.lock .partial .incoming)

prepare() {
  if [[ -d $folder && -n $(ls -A "$folder") && ! -e $folder/made.txt ]]; then
    die 1 "$folder is there, and not from rpc-stress; choose another --dir"
  fi
  if [[ ! -d $folder ]]; then
    mkdir -p "$folder" 2>/dev/null || as_root mkdir -p "$folder" || die 1 "cannot make $folder"
    new=yes
  fi
  [[ -w $folder ]] || as_root chown "$(id -u):$(id -g)" "$folder"
  chmod 755 "$folder"
  [[ -e $folder/made.txt ]] || : >"$folder/made.txt"
  [[ ${new:-no} == no ]] || printf 'folder %s\n' "$folder" >>"$folder/made.txt"
}

# A sweep that runs is not to lose its program.
check_idle() {
  local running
  [[ -x $folder/deploy/host/sweep-job.sh ]] || return 0
  running=$("$folder/deploy/host/sweep-job.sh" status | sed -n 's/ running,.*//p')
  [[ -z $running ]] || die 1 "sweep $running runs; stop it first: deploy/run-sweep.sh --client ... --stop $running"
}

stop_components() {
  local -a names
  mapfile -t names < <(find "$folder/services" -type f ! -name '*.*' -printf '%f\n' 2>/dev/null)
  [[ ${#names[@]} -eq 0 || ! -x $folder/deploy/host/components.sh ]] ||
    as_root_if_possible "$folder/deploy/host/components.sh" remove "${names[@]}"
}

as_root_if_possible() { if as_root true; then as_root "$@"; else "$@"; fi; }

# make_key KNOWN_HOSTS USER@B PORT: never the old one again: whoever may have read that shall not have the new one.
make_key() {
  rm -rf "$folder/control"
  mkdir -m 700 "$folder/control"
  printf '%s\n' "$1" >"$folder/control/known_hosts"
  printf 'target=%s\nport=%s\n' "$2" "$3" >"$folder/control/b.conf"
  ssh-keygen -q -t ed25519 -N '' -C "$(marker)" -f "$folder/control/key"
  chmod 600 "$folder/control/key"
  cat "$folder/control/key.pub"
}

# make_agent_key KNOWN_HOSTS SSH_CONFIG: likewise; the configuration has a line "IdentityFile KEY".
make_agent_key() {
  rm -rf "$folder/agents"
  mkdir -m 700 "$folder/agents"
  printf '%s\n' "$1" >"$folder/agents/known_hosts"
  printf '%s\n' "$2" >"$folder/agents/ssh_config"
  ssh-keygen -q -t ed25519 -N '' -C "$(marker)" -f "$folder/agents/key"
  chmod 600 "$folder/agents/key"
  cat "$folder/agents/key.pub"
}

# What a key of ours may run, by what it is for.
declare -Ar PROGRAM_OF=([control]=control-servers.sh [agent]=run-agent.sh)
# The word in made.txt behind which the file stands that admits it.
declare -Ar ADMITTED_AS=([control]=key [agent]=agent-key)

# What tells our line in authorized_keys from others: the key's comment.
marker() { printf 'rpc-stress-%s:%s' "$kind" "$folder"; }

# without_ours FILE: its lines but ours.
without_ours() { awk -v mark="$(marker)" '$NF != mark' "$1"; }

# admit PUBLIC_KEY
admit() {
  local file=$HOME/.ssh/authorized_keys word=${ADMITTED_AS[$kind]}
  [[ $1 =~ ^ssh-ed25519\ [A-Za-z0-9+/=]+\ rpc-stress-[a-z]+:/[A-Za-z0-9._/-]+$ && $1 == *" $(marker)" ]] ||
    die 1 "that is no key of deploy.sh's"
  [[ -d $HOME/.ssh ]] || mkdir -m 700 "$HOME/.ssh"
  replace_keys "$file" "restrict,command=\"$folder/deploy/host/${PROGRAM_OF[$kind]}\" $1"
  grep -qxF "$word $file" "$folder/made.txt" || printf '%s %s\n' "$word" "$file" >>"$folder/made.txt"
}

# replace_keys FILE [LINE]: takes our line away, and adds this one; the file is whole at any time.
replace_keys() {
  local file new
  file=$(readlink -f "$1")
  new=$file.rpc-stress.$$
  [[ -e $file ]] || (umask 077 && : >"$file")
  cp -p "$file" "$new"
  {
    without_ours "$file"
    [[ -z ${2:-} ]] || printf '%s\n' "$2"
  } >"$new"
  mv -f "$new" "$file"
}

refuse() {
  local file word=${ADMITTED_AS[$kind]}
  file=$(sed -n "s/^$word //p" "$folder/made.txt")
  [[ -n $file ]] || return 0
  [[ ! -e $file ]] || replace_keys "$file"
  sed -i "/^$word /d" "$folder/made.txt"
}

undo_made() {
  local what name
  while read -r what name; do
    case $what in
      key) [[ ! -e $name ]] || kind=control replace_keys "$name" ;;
      agent-key) [[ ! -e $name ]] || kind=agent replace_keys "$name" ;;
      unit) as_root rm -f "$name" && as_root systemctl daemon-reload ;;
      user) as_root userdel "$name" ;;
      package) say "$name stays installed; to remove it: $(remove_command "$name")" ;;
    esac
  done <"$folder/made.txt"
}

remove_command() {
  if command -v dnf >/dev/null; then printf 'sudo dnf remove %s' "$1"; else printf 'sudo apt-get remove %s' "$1"; fi
}

remove_files() {
  local purge=$1 path own_folder
  own_folder=$(sed -n 's/^folder //p' "$folder/made.txt")
  cd "$folder"
  if [[ -e manifest.txt ]]; then
    while read -r path; do
      rm -f "./$path" "./${path%.jar}.jsa"
      [[ $path != */* ]] || rmdir -p --ignore-fail-on-non-empty "${path%/*}" 2>/dev/null || true
    done <manifest.txt
  fi
  as_root_if_possible rm -rf ./services
  [[ $purge == no ]] || rm -rf ./results ./jobs
  rm -rf "${MADE_LATER[@]/#/./}"
  cd /
  if [[ -n $own_folder ]]; then
    rmdir "$folder" 2>/dev/null || as_root rmdir "$folder" 2>/dev/null || true
  fi
  [[ -d $folder/results ]] || return 0
  # the next deploy, or the next --uninstall, must know the folder again
  printf '%s\n' ${own_folder:+"folder $own_folder"} >"$folder/made.txt"
  say "results stay in $folder/results; --uninstall --purge removes them, too"
}

main() {
  local verb=$1 folder=$2 kind=control
  [[ $verb != *-agent && $verb != *-agent-key ]] || kind=agent
  case $verb in
    prepare) prepare ;;
    make-key) make_key "$3" "$4" "$5" ;;
    drop-key) rm -rf "$folder/control" ;;
    make-agent-key) make_agent_key "$3" "$4" ;;
    drop-agent-key) rm -rf "$folder/agents" ;;
    admit | admit-agent) admit "$3" ;;
    refuse | refuse-agent) refuse ;;
    remove)
      [[ -e $folder/made.txt ]] || {
        say "nothing to remove in $folder"
        return 0
      }
      check_idle
      stop_components
      undo_made
      remove_files "$3"
      ;;
  esac
}

main "$@" </dev/null
