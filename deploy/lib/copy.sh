# shellcheck shell=bash disable=SC2154
# (folder, remote_*: set by the script and by remote.sh)
# Copying to a host by rsync: what differs there, and of a file that broke off what is missing. Sourced, after
# remote.sh; the caller's folder on the host is $folder.

# stage FOLDER FILE PATH: puts a local file into the picture of the host's folder.
stage() {
  mkdir -p "$(dirname "$1/$3")"
  ln -sf "$(readlink -f "$2")" "$1/$3"
}

# copy TARGET PICTURE: brings the picture to the host, compared and verified by checksum.
copy() {
  local target=$1 picture=$2 shell=$remote_folder/shell sent
  printf '#!/bin/sh\nexec %s "$@"\n' "$(printf '%q ' "${remote_ssh[@]}")" >"$shell"
  chmod +x "$shell"
  sent=$(rsync -rLpzc --chmod=a+rX --partial-dir=.partial --out-format=%n -e "$shell" "$picture/" "$(in_brackets "$target"):$folder/") ||
    die 1 "$target: the copying broke off; run it again, it goes on where it stopped"
  sent=$(grep -c '[^/]$' <<<"$sent" || true)
  if [[ $sent -eq 0 ]]; then
    say "$target: all files are there already"
  else
    say "$target: copied $sent of $(find "$picture" ! -type d | wc -l) files"
  fi
  # What an earlier deploy copied and this one did not stays listed, for --uninstall.
  # shellcheck disable=SC2016 # for the remote shell to expand
  (cd "$picture" && find . ! -type d -printf '%P\n') |
    on "$target" bash -c 'cd "$1" && touch manifest.txt && sort -u - manifest.txt >manifest.new && mv manifest.new manifest.txt' - "$folder"
}
