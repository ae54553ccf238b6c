#!/usr/bin/env bash
# Fetches raw files from host A, while the sweep runs or after it. Nothing is deleted, there or here.
set -euo pipefail

home=$(readlink -f "${BASH_SOURCE[0]}") && home=${home%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/remote.sh
. "$home/deploy/lib/remote.sh"
# shellcheck source=deploy/lib/copy.sh
. "$home/deploy/lib/copy.sh"

usage() {
  cat <<'HELP'
Usage: deploy/collect.sh --client user@A [--name NAME | --all] [options]

Brings a sweep's files from host A to this machine. A second run brings only
what is new.

  --client user@A         host A, as ssh takes it
  --name NAME             one sweep (default: the newest)
  --all                   every sweep
  --to DIR                where to put them (default: results/ of this clone)
  --dir DIR               where deploy.sh put things (default: /opt/rpc-stress)
  --ssh-config FILE       as ssh -F

A file that differs on A, or is no longer in raw/ there, is kept in superseded/.
Files that are still being written are brought next time; logs are brought as
they are.

Exit: 0 all is here and verified, 1 something is not, 2 misuse.
HELP
}

# What host A runs in the place of rsync, with the processor time that no other program wants. It notes in the sweep's
# folder when that was, so that the rows of what was measured meanwhile say so (read-meanwhile). A full disk takes the
# note and nothing else.
# shellcheck disable=SC2016 # for the remote shell to expand
readonly NOTED='
  note() { { printf "%s %s %s\n" "$1" "$$" "$(date +%s%3N)" >>"$folder/.readings"; } 2>/dev/null || true; }
  folder=$1
  shift
  note begin
  trap "note end" EXIT
  nice -n 19 rsync "$@"'

main() {
  local client="" name="" all=no to=$home/results dir=$DEFAULT_DIR ssh_config="" folder status=0 rest
  local -a names=()
  read_options "client name to dir ssh-config" all "$@"
  folder=$dir
  [[ ${#rest[@]} -eq 0 ]] || die 2 "'${rest[0]}': expected options alone (--help has them)"
  [[ -z $client ]] || need_target --client client
  [[ -z $name ]] || need_name --name "$name"
  need_folder --dir "$folder"
  [[ -n $client ]] || die 2 "say where the files are: --client user@A (--help has the rest)"
  [[ $all == no || -z $name ]] || die 2 "--all and --name $name: give one of them"

  trap remote_end EXIT
  remote_begin "$ssh_config"
  connect "$client"
  # the newest last
  mapfile -t names < <(on "$client" find "$folder/results" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' 2>/dev/null | sort -n | sed 's/^[^ ]* //')
  [[ ${#names[@]} -gt 0 ]] || die 1 "$client has no sweep below $folder/results; start one with $(run_sweep_command)"
  if [[ -n $name ]]; then
    one_of "$name" "${names[@]}" || die 2 "$client has no sweep '$name', but: ${names[*]}"
    names=("$name")
  elif [[ $all == no ]]; then
    names=("${names[@]: -1}")
  fi
  mkdir -p "$to" 2>/dev/null || true
  [[ -w $to ]] || die 2 "--to $to: cannot write there"
  for name in "${names[@]}"; do
    need_name "the name of a sweep on host A," "$name"
    collect "$name" "$(in_brackets "$client"):$folder/results/$name" -e "$remote_folder/shell" \
      --rsync-path "$(printf '%q ' bash -c "$NOTED" - "$folder/results/$name")" || status=1
  done
  return "$status"
}

main "$@"
