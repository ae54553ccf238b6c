#!/usr/bin/env bash
# Keeps one server running where there is no systemd: supervise.sh SERVER (as run-server.sh takes it)
#
# What the systemd unit says, in the same numbers: a server that ends is started again after a
# second, and given up after 20 ends in ten minutes. Every restart is a line in log/restarts.txt.
# Runs as the unprivileged user, in a session of its own; ends with its server on SIGTERM.
set -euo pipefail

readonly HOME_FOLDER=${BASH_SOURCE[0]%/deploy/host/*}
readonly PAUSE_SECONDS=1 MAX_RESTARTS=20 WINDOW_SECONDS=600

log() { printf '%s %s %s\n' "$(date -u +%FT%TZ)" "$technology" "$1" >>"$HOME_FOLDER/log/restarts.txt"; }

end() {
  trap '' TERM INT
  kill -TERM "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  exit 0
}

# given_up: too many ends within the window.
given_up() {
  local time
  local -a recent=()
  ends+=("$SECONDS")
  for time in "${ends[@]}"; do
    ((SECONDS - time > WINDOW_SECONDS)) || recent+=("$time")
  done
  ends=("${recent[@]}")
  ((${#ends[@]} > MAX_RESTARTS))
}

main() {
  local status ends=()
  technology=$1 server=""
  trap end TERM INT
  while true; do
    "$HOME_FOLDER/deploy/host/run-server.sh" "$technology" </dev/null \
      >>"$HOME_FOLDER/log/$technology.txt" 2>&1 &
    server=$!
    printf '%s\n' "$server" >"$HOME_FOLDER/log/$technology.pid"
    status=0
    wait "$server" || status=$?
    if given_up; then
      log "ended with $status; given up after $MAX_RESTARTS restarts in $WINDOW_SECONDS s"
      exit 1
    fi
    log "ended with $status; started again"
    sleep "$PAUSE_SECONDS" &
    wait "$!" || true
  done
}

main "$@"
