#!/usr/bin/env bash
# Makes the class-data archive of one jar (--cds): archive.sh JAR [ARGUMENT...]
#
# An archive spares a JVM the parsing of the classes that it lists: those that this trial run loads.
# A server's trial run ends by SIGTERM once it is ready, a client's by itself.
set -euo pipefail

HOME_FOLDER=$(readlink -f "${BASH_SOURCE[0]}")
readonly HOME_FOLDER=${HOME_FOLDER%/deploy/*}
readonly TRIAL_SECONDS=60
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"

# has_shown PID: it is ready, or has ended.
has_shown() { grep -q '^READY ' "$said" || ! kill -0 "$1" 2>/dev/null; }

main() {
  local jar=$1 java pid status=0 ready=no
  local -a settings
  archive=${1%.jar}.jsa
  shift
  java=$(conf java)
  # Made already, of this jar and by this JVM.
  if [[ $archive -nt $jar && $archive -nt $java ]]; then
    return 0
  fi
  mapfile -t settings < <("$java" -cp "$jar" io.rpcstress.usage.JvmSettings)
  said=$(mktemp)
  trap 'rm -f "$said" "$archive.new"' EXIT
  "$java" "${settings[@]}" "-XX:ArchiveClassesAtExit=$archive.new" -jar "$jar" "$@" >"$said" 2>&1 </dev/null &
  pid=$!
  await "$TRIAL_SECONDS" has_shown "$pid" || true
  if grep -q '^READY ' "$said"; then
    ready=yes
    kill -TERM "$pid" 2>/dev/null || true
  fi
  wait "$pid" || status=$?
  # what a trial loads that ends in an error would be of little use
  [[ -s $archive.new && ($ready == yes || $status -eq 0) ]] || die 1 "no archive of $(basename "$jar"): $(tail -n 1 "$said")"
  chmod 644 "$archive.new"
  mv "$archive.new" "$archive"
}

main "$@"
