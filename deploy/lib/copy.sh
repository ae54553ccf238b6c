# shellcheck shell=bash disable=SC2154
# (folder, to, remote_*: set by the script and by remote.sh)
# Copying by rsync, which gives a file its name once its checksum is right. Sourced, after tools.sh.

# copy TARGET PICTURE: brings the picture to $folder on the host, compared by checksum.
copy() {
  local target=$1 picture=$2 sent
  sent=$(rsync -rLpzc --chmod=a+rX --partial-dir=.partial --out-format=%n -e "$remote_folder/shell" "$picture/" "$(in_brackets "$target"):$folder/") ||
    die 1 "$target: the copying broke off; run it again, it goes on where it stopped"
  sent=$(grep -c '[^/]$' <<<"$sent" || true)
  if [[ $sent -eq 0 ]]; then
    say "$target: all files are there already"
  else
    say "$target: copied $sent of $(find -L "$picture" ! -type d | wc -l) files"
  fi
  # What an earlier deploy copied and this one did not stays listed, for --uninstall.
  # shellcheck disable=SC2016 # for the remote shell to expand
  (cd "$picture" && find -L . ! -type d -printf '%P\n') |
    on "$target" bash -c 'cd "$1" && touch manifest.txt && sort -u - manifest.txt >manifest.new && mv manifest.new manifest.txt' - "$folder"
}

# ---- a sweep's files ------------------------------------------------------------------------------

readonly ROUNDS=3 # a file may be replaced while it is read: it is whole in the next round

# Neither what is being written nor what is no file of a sweep, whatever the other side says.
readonly LEFT_THERE=(--exclude='*.tmp' --exclude='.*' --exclude=/superseded --exclude='*[[:cntrl:]\\]*')

# collect NAME SOURCE [OPTION OF RSYNC...]: brings what differs in a sweep's folder to $to/NAME. Nothing is deleted: what
# is replaced here goes to superseded/.
collect() {
  local name=$1 source=$2 round sent brought=0 whole="" here=$to/$1 kept why
  command -v rsync >/dev/null || die 2 "rsync is not installed here: $(install_command rsync rsync)"
  kept=superseded/$(date -u +%Y%m%dT%H%M%SZ)
  why=$(mktemp)
  mkdir -p "$here"
  for ((round = 0; round < ROUNDS; round++)); do
    # with %b, a file is listed once it is here
    ! sent=$(rsync -rtz "${LEFT_THERE[@]}" --backup --backup-dir="$kept" --out-format='%b %n' "${@:3}" "$source/" "$here/" 2>"$why") || whole=yes
    brought=$((brought + $(grep -c '[^/]$' <<<"$sent" || true)))
    [[ -z $whole ]] || break
  done
  set_aside "$here" "$kept"
  say "$name: $brought new files in $here, all verified"
  [[ -n $whole ]] || say "$name: other files could not be fetched and verified; run it again: $(tail -n 1 "$why")"
  rm -f "$why"
  [[ -n $whole ]]
}

# set_aside FOLDER KEPT: what was replaced and begins what is there now, as of a log that has grown, is no loss. A failure
# of a point that has a result since then is not left beside it: that would be two ends of one point.
set_aside() (
  cd "$1" || exit
  find . -name '*.FAILED' ! -path './superseded/*' | while read -r file; do
    [[ ${file%.FAILED}.csv -nt $file ]] || continue
    mkdir -p "$2/${file%/*}"
    mv "$file" "$2/$file"
  done
  [[ -d $2 ]] || return 0
  find "$2" -type f -printf '%P\n' | while read -r file; do
    [[ ! -e $file ]] || ! cmp -s -n "$(stat -c %s "$2/$file")" "$2/$file" "$file" || rm "$2/$file"
  done
  find superseded -type d -empty -delete
)
