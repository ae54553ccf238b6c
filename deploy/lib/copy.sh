# shellcheck shell=bash disable=SC2154
# (folder, remote_*: set by the script and by remote.sh)
# Copying to a host: only what differs there, and nothing twice where the line breaks. Sourced, after
# remote.sh; the caller's folder on the host is $folder.

# stage FOLDER FILE PATH: puts a local file into the picture of the host's folder.
stage() {
  mkdir -p "$(dirname "$1/$3")"
  ln -s "$(readlink -f "$2")" "$1/$3"
}

# differing TARGET MANIFEST: those of its paths that are not there, or not with this checksum. The host names them, and
# gets what it names: nothing that is not in the manifest.
differing() {
  # shellcheck disable=SC2016,SC2094 # for the remote shell to expand; nothing writes to the manifest
  on "$1" bash -c 'cd "$1" && LC_ALL=C sha256sum -c - 2>/dev/null || true' - "$folder" <"$2" |
    sed -n 's/: FAILED.*$//p' | awk 'NR == FNR { ours[substr($0, 67)]; next } $0 in ours' "$2" -
}

# copy TARGET STAGE RSYNC(yes|no): brings the picture to the host, and verifies it.
copy() {
  local target=$1 picture=$2 rsync=$3 manifest=$remote_folder/manifest changed=$remote_folder/changed left
  (cd "$picture" && find . ! -type d -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$manifest"
  differing "$target" "$manifest" >"$changed"
  if [[ ! -s $changed ]]; then
    say "$target: all files are there already"
  else
    say "$target: copying $(wc -l <"$changed") of $(wc -l <"$manifest") files, $(size_of "$picture" "$changed") KB"
    if [[ $rsync == yes ]] && command -v rsync >/dev/null; then
      send_by_rsync "$target" "$picture" "$changed"
    else
      send_by_ssh "$target" "$picture" "$changed"
    fi || die 1 "$target: the copying broke off; run it again, it goes on where it stopped"
    left=$(differing "$target" "$manifest" | tr '\n' ' ')
    [[ -z $left ]] || die 1 "$target: these files did not arrive whole, run it again: $left"
  fi
  # What an earlier deploy copied and this one did not stays listed, for --uninstall.
  # shellcheck disable=SC2016 # for the remote shell to expand
  on "$target" bash -c 'cd "$1" && cat - manifest.txt 2>/dev/null | awk "!seen[substr(\$0, 67)]++" >manifest.new && mv manifest.new manifest.txt' \
    - "$folder" <"$manifest"
}

size_of() {
  (cd "$1" && xargs -d '\n' stat -L -c %s <"$2") | awk '{ sum += $1 } END { print int(sum / 1024) + 1 }'
}

# rsync sends of a jar that was built anew the changed parts only, and keeps a broken-off file's part.
send_by_rsync() {
  local target=$1 picture=$2 changed=$3 shell=$remote_folder/shell
  printf '#!/bin/sh\nexec %s "$@"\n' "$(printf '%q ' "${remote_ssh[@]}")" >"$shell"
  chmod +x "$shell"
  rsync -Lptz --chmod=a+rX --partial-dir=.partial --files-from="$changed" -e "$shell" \
    "$picture/" "$target:$folder/" >&2
}

# Without rsync: one compressed stream per file. Its beginning that arrived in an earlier try is not
# sent again: the same bytes compress to the same bytes.
send_by_ssh() {
  local target=$1 picture=$2 path part have
  while read -r path <&3; do
    part=.incoming/$(sha256sum <"$picture/$path" | cut -c 1-64).gz
    # shellcheck disable=SC2016 # for the remote shell to expand
    have=$(number_on "$target" bash -c 'cd "$1" && mkdir -p .incoming && stat -c %s "$2" 2>/dev/null || echo 0' \
      - "$folder" "$part" </dev/null) || return 1
    # shellcheck disable=SC2016 # for the remote shell to expand
    gzip -nc "$picture/$path" | tail -c "+$((have + 1))" |
      on "$target" bash -c 'cat >>"$1"' - "$folder/$part" || return 1
    # shellcheck disable=SC2016 # for the remote shell to expand
    on "$target" bash -c 'cd "$1" && mkdir -p "$(dirname "$3")" &&
      { gzip -dc "$2" >"$2.whole" || { rm -f "$2" "$2.whole"; exit 1; }; } &&
      chmod "$4" "$2.whole" && mv "$2.whole" "$3" && rm -f "$2"' \
      - "$folder" "$part" "$path" "$(mode_of "$picture/$path")" </dev/null || return 1
  done 3<"$3"
  on "$target" rm -rf "$folder/.incoming"
}

mode_of() { if [[ -x $1 ]]; then echo 755; else echo 644; fi; }
