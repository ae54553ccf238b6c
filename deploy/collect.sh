#!/usr/bin/env bash
# Fetches raw files from host A, while the sweep runs or after it. Every file is checked against the
# checksum that host A made of it before it gets its name here; nothing is deleted, there or here.
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/remote.sh
. "$home/deploy/lib/remote.sh"

readonly ROUNDS=3 # a file may be replaced between looking and fetching: it is whole in the next round

usage() {
  cat <<'HELP'
Usage: deploy/collect.sh --client user@A [--name NAME | --all] [options]

Brings the files of a sweep from host A to this machine. A second run brings only what is new.

  --client user@A         host A, as ssh takes it
  --name NAME             one sweep (default: the newest)
  --all                   every sweep
  --to DIR                where to (default: results/ of this clone)
  --dir DIR               where deploy.sh put things on A (default: /opt/rpc-stress)
  --ssh-config FILE       as ssh -F

A file that is here already and differs there is kept below superseded/. Files that are still being
written are left for the next time, but for logs: of these, what there is so far is brought.

Exit: 0 all is here and verified, 1 something is not, 2 misuse.
HELP
}

# The names of host A's sweeps, the newest last.
sweeps_there() {
  on "$client" find "$folder/results" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' |
    sort -n | sed 's/^[^ ]* //'
}

# list_there NAME: "SIZE MTIME PATH" of its files, without unfinished and hidden ones. Cheap: host A
# may be measuring.
list_there() {
  on "$client" find "$folder/results/$1" -type f ! -name '*.tmp' ! -path '*/.*' ! -path '*/superseded/*' \
    -printf '%s %T@ %P\n' | LC_ALL=C sort -k 3
}

# sums_there NAME <PATHS: "SUM  PATH", made with the processor time that nobody else wants.
sums_there() {
  # shellcheck disable=SC2016 # for the remote shell to expand
  on "$client" bash -c 'cd "$1" && tr "\n" "\0" | nice -n 19 xargs -0 -r sha256sum --' - "$folder/results/$1" ||
    true # a file may be gone since it was listed: it is missing in the sums, and judged there
}

# Only what has a sweep's shape may name a file here, whatever host A says.
check_paths() {
  local strange
  strange=$(grep -m 1 -E '(^|/)\.\.?(/|$)|^/|[[:cntrl:]]|[\\]' "$wanted" || true)
  [[ -z $strange ]] || die 1 "host A lists a strange file name, nothing was fetched: ${strange:0:80}"
}

# Logs grow while they are read: for them, what is here must be how the file begins there.
log_begins_alike() {
  local name=$1 path=$2 there here
  [[ $path == log/* ]] || return 1
  # shellcheck disable=SC2016 # for the remote shell to expand
  there=$(on "$client" bash -c 'head -c "$2" "$1" | sha256sum' - \
    "$folder/results/$name/$path" "$(stat -c %s "$incoming/$path")" </dev/null) || return 1
  here=$(sha256sum <"$incoming/$path")
  [[ $there == "$here" ]]
}

# put NAME PATH: gives a verified file its name; what had that name before is kept, unless it is the
# beginning of the new one.
put() {
  local target=$to/$1/$2
  if [[ -e $target ]] && ! cmp -s -n "$(stat -c %s "$target")" "$target" "$incoming/$2"; then
    supersede "$1" "$2"
  fi
  # A point that was tried again and succeeded: two ends of one point would contradict each other.
  if [[ $2 == *.csv && -e $to/$1/${2%.csv}.FAILED ]]; then
    supersede "$1" "${2%.csv}.FAILED"
  fi
  [[ -d ${target%/*} ]] || mkdir -p "${target%/*}"
  mv "$incoming/$2" "$target"
}

supersede() {
  local kept
  kept=$to/$1/superseded/$(date -u +%Y%m%dT%H%M%SZ)/$2
  mkdir -p "${kept%/*}"
  mv "$to/$1/$2" "$kept"
}

# choose NAME: the paths that are not here yet, in the state that they have there.
choose() {
  local here=$remote_folder/here known=$to/$1/.collected
  (cd "$to/$1" && find . -type f -printf '%s %P\n') >"$here"
  [[ -e $known ]] || : >"$known"
  awk '
    FILENAME == ARGV[1] { here[$0] = 1; next }
    FILENAME == ARGV[2] { known[$0] = 1; next }
    {
      path = $0
      sub(/^[^ ]* [^ ]* /, "", path)
      if (!(($1 " " path) in here) || !($0 in known)) print path
    }' "$here" "$known" "$there"
}

# fetch NAME <PATHS: into the incoming folder; the stream may break, what arrived is judged after.
fetch() {
  on "$client" nice -n 19 tar -C "$folder/results/$1" -czf - --no-recursion -T - 2>/dev/null |
    tar -C "$incoming" -xzf - 2>/dev/null || true
}

# bring NAME: one round; what is left lands in the array "left".
bring() {
  local name=$1 path sum state
  local -A sums_of_a=() sums_here=() states=()
  left=()
  mkdir -p "$to/$name"
  list_there "$name" >"$there" || die 1 "cannot list $folder/results/$name on $client"
  choose "$name" >"$wanted"
  [[ -s $wanted ]] || return 0
  check_paths
  rm -rf "$incoming" && mkdir -p "$incoming"
  while read -r sum path; do sums_of_a[$path]=$sum; done < <(sums_there "$name" <"$wanted")
  fetch "$name" <"$wanted"
  while read -r sum path; do sums_here[$path]=$sum; done \
    < <(cd "$incoming" && find . -type f -printf '%P\0' | xargs -0 -r sha256sum --)
  while read -r state; do states[${state#* * }]=$state; done <"$there"
  while read -r path; do
    if [[ -n ${sums_here[$path]:-} && ! -L $incoming/$path ]] &&
      { [[ ${sums_here[$path]} == "${sums_of_a[$path]:-}" ]] || log_begins_alike "$name" "$path"; }; then
      put "$name" "$path"
      printf '%s\n' "${states[$path]}" >>"$to/$name/.collected"
      brought=$((brought + 1))
    else
      left+=("$path")
    fi
  done <"$wanted"
  rm -rf "$incoming"
}

collect() {
  local name=$1 try brought=0 incoming=$to/$1/.incoming
  local -a left=()
  for ((try = 0; try < ROUNDS; try++)); do
    bring "$name"
    [[ ${#left[@]} -gt 0 ]] || break
  done
  say "$name: $brought new files in $to/$name, all verified"
  [[ ${#left[@]} -gt 0 ]] || return 0
  say "$name: ${#left[@]} files could not be fetched and verified; run it again: ${left[*]:0:3}"
  return 1
}

main() {
  local client="" name="" all=no to=$home/results folder=/opt/rpc-stress config="" status=0
  local -a names=()
  while (($#)); do
    case $1 in
      --client | --name | --to | --dir | --ssh-config)
        [[ $# -ge 2 ]] || die 2 "$1 needs a value"
        case $1 in
          --client) need_target "$1" "$2" && client=$2 ;;
          --name) need_name "$1" "$2" && name=$2 ;;
          --to) to=$2 ;;
          --dir) need_folder "$1" "$2" && folder=$2 ;;
          --ssh-config) config=$2 ;;
        esac
        shift
        ;;
      --all) all=yes ;;
      -h | --help) usage && exit 0 ;;
      *) die 2 "unknown option '$1'; did you mean '$(nearest "$1" --client --name --all --to --dir --ssh-config)'?" ;;
    esac
    shift
  done
  [[ -n $client ]] || die 2 "say where the files are: --client user@A (--help has the rest)"
  [[ $all == no || -z $name ]] || die 2 "either --name or --all"

  trap remote_end EXIT
  remote_begin "$config"
  local there=$remote_folder/there wanted=$remote_folder/wanted
  connect "$client"
  mapfile -t names < <(sweeps_there 2>/dev/null)
  [[ ${#names[@]} -gt 0 ]] || die 1 "$client has no sweep below $folder/results; start one with deploy/run-sweep.sh"
  if [[ -n $name ]]; then
    [[ " ${names[*]} " == *" $name "* ]] || die 2 "$client has no sweep '$name', but: ${names[*]}"
    names=("$name")
  elif [[ $all == no ]]; then
    names=("${names[@]: -1}")
  fi
  mkdir -p "$to" 2>/dev/null || true
  [[ -w $to ]] || die 2 "--to $to: cannot write there"
  for name in "${names[@]}"; do
    need_name "the name of a sweep on host A," "$name"
    collect "$name" || status=1
  done
  return "$status"
}

main "$@"
