# shellcheck shell=bash disable=SC2154
# (client, folder, to, remote_folder, there, wanted: set by the script)
# Bringing the files of a sweep from where it was measured: every file is checked against the checksum that was made
# of it there before it gets its name here; nothing is deleted, there or here. Sourced, after tools.sh.
#
# The script says how that place is reached: on TARGET COMMAND... runs a command there.

# What host A runs: COMMAND... in the folder of a sweep, with the processor time that no other program wants. It notes
# there when that was, so that the rows of what was measured meanwhile say so (read-meanwhile). A full disk takes
# the note and nothing else.
# shellcheck disable=SC2016 # for the remote shell to expand
readonly NOTED='
  cd "$1" || exit 1
  shift
  note() { { printf "%s %s %s\n" "$1" "$$" "$(date +%s%3N)" >>.readings; } 2>/dev/null || true; }
  note begin
  trap "note end" EXIT
  nice -n 19 "$@"'

readonly ROUNDS=3 # a file may be replaced between looking and fetching: it is whole in the next round

# sweeps_there: their names, the newest last.
sweeps_there() {
  on "$client" find "$folder/results" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' |
    sort -n | sed 's/^[^ ]* //'
}

# list_there NAME: "SIZE MTIME PATH" of its files, without unfinished and hidden ones. Cheap: host A
# may be measuring.
list_there() {
  on "$client" bash -c "$NOTED" - "$folder/results/$1" find . -type f ! -name '*.tmp' ! -path '*/.*' ! -path '*/superseded/*' \
    -printf '%s %T@ %P\n' | LC_ALL=C sort -k 3
}

# sums_there NAME <PATHS: "SUM  PATH".
sums_there() {
  on "$client" bash -c "$NOTED" - "$folder/results/$1" bash -c 'tr "\n" "\0" | xargs -0 -r sha256sum --' ||
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
  on "$client" bash -c "$NOTED" - "$folder/results/$1" tar -czf - --no-recursion -T - 2>/dev/null |
    tar -C "$incoming" --no-same-owner --no-same-permissions -xzf - 2>/dev/null || true
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
