#!/usr/bin/env bash
# The folder of a deployed host: makes it, and takes away what deploy.sh made and only that.
# deploy.sh runs it through ssh, behind lib/tools.sh.
#
# folder.sh prepare FOLDER
# folder.sh remove FOLDER PURGE(yes|no)
# folder.sh make-key FOLDER KIND KNOWN_HOSTS SSH_CONFIG   on the first client host: a key of its own, anew, to B's
#                                         servers (control) or the other client hosts (agent); prints its public half
# folder.sh drop-key FOLDER KIND          there: without it
# folder.sh admit FOLDER KIND PUBLIC_KEY  on such a host: lets that key run the one program for it, and no other of ours
# folder.sh refuse FOLDER KIND            there: lets no such key in
set -euo pipefail

# Everything below FOLDER that is not in manifest.txt and that the scripts on the host make.
readonly MADE_LATER=(manifest.txt made.txt host.conf broker.credentials tls control agents .control.lock .partial .incoming)

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
  [[ ! -d $folder/services || ! -x $folder/deploy/host/components.sh ]] ||
    as_root_if_possible "$folder/deploy/host/components.sh" remove
}

as_root_if_possible() { if as_root true; then as_root "$@"; else "$@"; fi; }

# By what a key is for: its folder, the program that it may run, and the word in made.txt behind which the file stands
# that admits it.
declare -Ar KEY_FOLDER=([control]=control [agent]=agents)
declare -Ar PROGRAM_OF=([control]=control-servers.sh [agent]=run-agent.sh)
declare -Ar ADMITTED_AS=([control]=key [agent]=agent-key)

# make_key KNOWN_HOSTS SSH_CONFIG: never the old one again: who may have read that shall not have the new one.
make_key() {
  local place=$folder/${KEY_FOLDER[$kind]}
  rm -rf "$place"
  mkdir -m 700 "$place"
  printf '%s\n' "$1" >"$place/known_hosts"
  cat >"$place/ssh_config" <<CONFIG
$2
Host *
  IdentityFile $place/key
  IdentitiesOnly yes
  IdentityAgent none
  BatchMode yes
  LogLevel ERROR
  ConnectTimeout 10
  ServerAliveInterval 15
  ServerAliveCountMax 3
  UserKnownHostsFile $place/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
CONFIG
  ssh-keygen -q -t ed25519 -N '' -C "$(marker)" -f "$place/key"
  chmod 600 "$place/key"
  cat "$place/key.pub"
}

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
  local what name kind
  for kind in control agent; do refuse; done
  while read -r what name; do
    case $what in
      unit) as_root rm -f "$name" && as_root systemctl daemon-reload ;;
      user) as_root userdel "$name" ;;
      package) say "$name stays installed; to remove it: sudo $(of_system apt-get dnf) remove $name" ;;
    esac
  done <"$folder/made.txt"
}

remove_files() {
  local purge=$1 path own_folder
  own_folder=$(sed -n 's/^folder //p' "$folder/made.txt")
  cd "$folder"
  if [[ -e manifest.txt ]]; then
    while read -r path; do
      rm -f "./$path"
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
  local verb=$1 folder=$2 kind=${3:-}
  case $verb in
    prepare) prepare ;;
    make-key) make_key "$4" "$5" ;;
    drop-key) rm -rf "$folder/${KEY_FOLDER[$kind]:?}" ;;
    admit) admit "$4" ;;
    refuse) refuse ;;
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
