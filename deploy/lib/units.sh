# shellcheck shell=bash
# Components as units of systemd, from deploy/systemd, which starts again what died. Sourced by components.sh;
# processes.sh says what each function is for.

readonly UNIT_FILE=/etc/systemd/system/rpc-stress@.service

unit() { printf 'rpc-stress@%s\n' "$1"; }

# manager_prepare NAME...: the template of all units; these start with the host from now on.
manager_prepare() {
  sed -e "s|@FOLDER@|$HOME_FOLDER|g" -e "s|@USER@|$(conf user)|g" \
    "$HOME_FOLDER/deploy/systemd/rpc-stress@.service" >"$UNIT_FILE.new"
  if ! cmp -s "$UNIT_FILE.new" "$UNIT_FILE"; then
    mv "$UNIT_FILE.new" "$UNIT_FILE"
    made unit "$UNIT_FILE"
    systemctl daemon-reload
  fi
  rm -f "$UNIT_FILE.new"
  systemctl enable -q "${@/#/rpc-stress@}"
}

manager_drop() {
  systemctl disable -q --now "$(unit "$1")" 2>/dev/null || true
  forget_failures "$1"
}

# What was counted is forgotten: an ordered start or stop is no failure.
forget_failures() { systemctl reset-failed "$(unit "$1")" 2>/dev/null || true; }

manager_launch() {
  forget_failures "$1"
  systemctl start "$(unit "$1")"
}

# Restart=always does not undo what systemctl has stopped.
manager_ask_to_end() { systemctl stop --no-block "$(unit "$1")"; }

manager_stop() {
  systemctl stop "$(unit "$1")"
  forget_failures "$1"
}

# The stop follows within RestartSec, and takes the place of the restart.
manager_kill() {
  manager_signal KILL "$1" 2>/dev/null || true
  manager_stop "$1"
}

manager_signal() { systemctl kill -s "$1" "$(unit "$2")"; }

# Not one that has died and is about to be started again.
manager_running() { systemctl is-active -q "$(unit "$1")"; }

# What it prints is the journal's: its ports say that it is up.
manager_up() {
  local where port
  manager_running "$1" || return 1
  where=$(field_of "$1" address)
  for port in "$(field_of "$1" port)" "$(field_of "$1" usage)"; do
    [[ $port != - ]] || continue
    # shellcheck disable=SC2016 # for the inner shell to expand
    timeout 3 bash -c 'exec 3<>"/dev/tcp/$1/$2"' - "$where" "$port" 2>/dev/null || return 1
  done
}

manager_last_words() { journalctl -q -n 20 -o cat -u "$(unit "$1")"; }
manager_log() { printf 'journalctl -u rpc-stress@%s\n' "$1"; }

manager_tell() {
  printf '%s %s:%s %s\n' "$(systemctl show -p MainPID --value "$(unit "$1")")" "$(in_brackets "$(field_of "$1" address)")" \
    "$(field_of "$1" port)" "$(field_of "$1" usage)"
}
