# shellcheck shell=bash disable=SC2154
# (folder, to, remote_*: set by the script and by remote.sh)
# Copying by rsync, which gives a file its name once its checksum is right. Sourced, after tools.sh.

# copy TARGET PICTURE: brings the picture to $folder on the host, compared by checksum.
copy() {
  local target=$1 picture=$2 sent
  sent=$(rsync -rLpzc --chmod=a+rX --partial-dir=.partial --out-format=%n -e "$remote_folder/shell" "$picture/" "$(in_brackets "$target"):$folder/") ||
    die 1 "$target: copying was interrupted; run the same command again to continue it"
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

# A result that was set aside there, or a failure that was mended, is not left in raw/ here: beside what came in its place
# it would be a second end of one point. Files that were made here stay.
readonly -a AS_THERE=(--delete '--filter=R /raw/**' '--filter=P *')

# collect NAME SOURCE [OPTION OF RSYNC...]: brings what differs in a sweep's folder to $to/NAME. Nothing is deleted: what
# is replaced here, or gone from raw/ there, goes to superseded/.
collect() {
  local name=$1 source=$2 round sent brought=0 whole="" here=$to/$1 kept why
  command -v rsync >/dev/null || die 2 "rsync is not installed here: $(install_command rsync rsync)"
  kept=superseded/$(date -u +%Y%m%dT%H%M%SZ)
  why=$(mktemp)
  mkdir -p "$here"
  for ((round = 0; round < ROUNDS; round++)); do
    # with %b, a file is listed once it is here
    ! sent=$(rsync -rtz "${LEFT_THERE[@]}" "${AS_THERE[@]}" --backup --backup-dir="$kept" --out-format='%b %n' "${@:3}" "$source/" "$here/" 2>"$why") || whole=yes
    brought=$((brought + $(grep -c '^[0-9].*[^/]$' <<<"$sent" || true)))
    [[ -z $whole ]] || break
  done
  without_beginnings "$here" "$kept"
  say "$name: $brought new files in $here, all verified"
  [[ -n $whole ]] || say "$name: other files could not be fetched and verified; run it again: $(tail -n 1 "$why")"
  rm -f "$why"
  [[ -n $whole ]]
}

# without_beginnings FOLDER KEPT: what was replaced and begins what is there now, as of a log that has grown, is no loss.
without_beginnings() (
  cd "$1" || exit
  [[ -d $2 ]] || return 0
  find "$2" -type f -printf '%P\n' | while read -r file; do
    [[ ! -e $file ]] || ! cmp -s -n "$(stat -c %s "$2/$file")" "$2/$file" "$file" || rm "$2/$file"
  done
  find superseded -type d -empty -delete
)
