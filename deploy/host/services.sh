#!/usr/bin/env bash
# The servers of host B as services. deploy.sh calls it as root, or as a plain login user where that
# user may not become root: then the servers run as that user, and do not outlive a reboot.
#
# services.sh start|stop|status SERVER...
# services.sh await SERVER PORT SECONDS
# services.sh ordered-start|ordered-stop|ordered-restart|ordered-kill|ordered-status SERVER...
#
# A server is named by its technology, a tuned one TECHNOLOGY@tuned.
#
# With systemd: units from deploy/systemd. Without: supervise.sh, one per server, in a session
# of its own. "start" starts anew what runs with other files or settings than it would now, and
# leaves alone what is as it should be; "status" prints "SERVER running|dead"; "await" waits until
# the port is open, and fails with the server's last words as soon as the server has ended instead.
#
# The ordered ones are what control-servers.sh asks for in the middle of a sweep: they touch the named
# servers alone, which stay deployed; what they end stays down until it is started, and what they start
# counts as no restart. "ordered-status" fails where one of them does not run.
set -euo pipefail

readonly HOME_FOLDER=${BASH_SOURCE[0]%/deploy/host/*}
# shellcheck source=deploy/host/conf.sh
. "$HOME_FOLDER/deploy/host/conf.sh"
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/families.sh
. "$HOME_FOLDER/deploy/lib/families.sh"

readonly UNIT_FILE=/etc/systemd/system/rpc-stress@.service
readonly STOP_TRIES=150 # of 0.1 s: a server drains for 10 s at most

# made WHAT...: for the one who has to take it away again.
made() {
  grep -qxF "$*" "$HOME_FOLDER/made.txt" 2>/dev/null || printf '%s\n' "$*" >>"$HOME_FOLDER/made.txt"
}

make_user() {
  local user=$1
  [[ $EUID -eq 0 ]] && ! id "$user" >/dev/null 2>&1 || return 0
  useradd --system --no-create-home --home-dir "$HOME_FOLDER" --shell "$(command -v nologin || echo /bin/false)" "$user"
  made user "$user"
}

# What a running server was started from: another jar, other settings or another script start it anew.
fingerprint() {
  local jar
  jar=server-$(family_of "${1%%@*}")
  local -a files=("$jar.jar" host.conf deploy/lib/families.sh deploy/host/run-server.sh deploy/host/supervise.sh
    deploy/systemd/rpc-stress@.service)
  [[ ! -e $HOME_FOLDER/$jar.jsa ]] || files+=("$jar.jsa")
  (cd "$HOME_FOLDER" && sha256sum "${files[@]}") | sha256sum | cut -c 1-64
}

check_readable() {
  local user=$1
  [[ $EUID -ne 0 ]] || as_user "$user" test -r "$HOME_FOLDER/deploy/host/run-server.sh" ||
    die 1 "user $user may not read $HOME_FOLDER: choose a --dir that every user can enter, such as /opt/rpc-stress"
}

# as_user USER COMMAND...: as that user where this is root; else as the user that this is.
as_user() {
  local user=$1
  shift
  if [[ $EUID -eq 0 ]]; then
    set -- setpriv --reuid="$(id -u "$user")" --regid="$(id -g "$user")" --clear-groups -- "$@"
  fi
  "$@"
}

# ---- with systemd -----------------------------------------------------------------------------

systemd_start() {
  local technology
  sed -e "s|@FOLDER@|$HOME_FOLDER|g" -e "s|@USER@|$(conf user)|g" \
    "$HOME_FOLDER/deploy/systemd/rpc-stress@.service" >"$UNIT_FILE.new"
  if ! cmp -s "$UNIT_FILE.new" "$UNIT_FILE"; then
    mv "$UNIT_FILE.new" "$UNIT_FILE"
    made unit "$UNIT_FILE"
    systemctl daemon-reload
  fi
  rm -f "$UNIT_FILE.new"
  for technology; do
    systemctl enable -q "rpc-stress@$technology"
    if is_current "$technology"; then
      continue
    fi
    systemctl reset-failed "rpc-stress@$technology" 2>/dev/null || true
    systemctl restart "rpc-stress@$technology"
    fingerprint "$technology" >"$HOME_FOLDER/services/$technology"
  done
}

systemd_stop() {
  local technology
  for technology; do
    systemctl disable -q --now "rpc-stress@$technology" 2>/dev/null || true
    systemctl reset-failed "rpc-stress@$technology" 2>/dev/null || true
  done
}

systemd_ordered_start() {
  local technology
  for technology; do
    systemctl reset-failed "rpc-stress@$technology" 2>/dev/null || true # forgets what was counted, too
    systemctl start "rpc-stress@$technology"
    fingerprint "$technology" >"$HOME_FOLDER/services/$technology"
  done
}

# Restart=always does not undo what systemctl has stopped.
systemd_ordered_stop() {
  systemctl stop "${@/#/rpc-stress@}"
  systemctl reset-failed "${@/#/rpc-stress@}" 2>/dev/null || true
}

# The stop follows within RestartSec, and takes the place of the restart.
systemd_ordered_kill() {
  systemctl kill -s KILL "${@/#/rpc-stress@}" 2>/dev/null || true
  systemd_ordered_stop "$@"
}

systemd_running() { systemctl is-active -q "rpc-stress@$1"; }
systemd_ended() { [[ $(systemctl show -p NRestarts --value "rpc-stress@$1") != 0 ]]; }
systemd_last_words() { journalctl -q -n 20 -o cat -u "rpc-stress@$1"; }

# ---- without ----------------------------------------------------------------------------------

# pid_of TECHNOLOGY: of its supervise.sh, if that very process still runs.
supervise_pid() {
  local pid
  pid=$(cat "$HOME_FOLDER/log/$1.supervisor" 2>/dev/null) || return 1
  [[ -r /proc/$pid/cmdline ]] || return 1
  tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null |
    grep -qF "$HOME_FOLDER/deploy/host/supervise.sh $1 " || return 1
  printf '%s\n' "$pid"
}

supervise_start() {
  local technology user
  user=$(conf user)
  for technology; do
    if is_current "$technology"; then
      continue
    fi
    supervise_stop "$technology"
    # shellcheck disable=SC2016 # for the inner shell to expand
    as_user "$user" setsid -f bash -c 'echo "$$" >"$1/log/$2.supervisor"; exec "$1/deploy/host/supervise.sh" "$2"' \
      - "$HOME_FOLDER" "$technology" </dev/null >/dev/null 2>&1
    fingerprint "$technology" >"$HOME_FOLDER/services/$technology"
  done
  for technology; do
    wait_until supervise_running "$technology" ||
      die 1 "the keeper of $technology did not start; see $HOME_FOLDER/log on host B"
  done
}

supervise_stop() {
  local technology pid
  for technology; do
    pid=$(supervise_pid "$technology") || continue
    kill -TERM "$pid" 2>/dev/null || true # it may be on its way already
    if ! wait_until gone "$pid"; then
      # its server does not drain: the whole session, which is theirs alone
      kill -KILL -- "-$pid" 2>/dev/null || true
    fi
  done
}

# A keeper that is new has counted nothing.
supervise_ordered_start() { supervise_start "$@"; }

# All at once, so that their drain times do not add up.
supervise_ordered_stop() {
  local technology pid
  for technology; do
    ! pid=$(supervise_pid "$technology") || kill -TERM "$pid" 2>/dev/null || true
  done
  supervise_stop "$@"
}

# The keeper with its server: their session is theirs alone.
supervise_ordered_kill() {
  local technology pid
  for technology; do
    pid=$(supervise_pid "$technology") || continue
    kill -KILL -- "-$pid" 2>/dev/null || true
    wait_until gone "$pid" || die 1 "$technology (process $pid) cannot be ended"
  done
}

supervise_running() { supervise_pid "$1" >/dev/null; }
supervise_ended() {
  [[ $HOME_FOLDER/log/restarts.txt -nt $HOME_FOLDER/services/$1 ]] &&
    tail -n 1 "$HOME_FOLDER/log/restarts.txt" | grep -qF " $1 "
}
supervise_last_words() { tail -n 20 "$HOME_FOLDER/log/$1.txt"; }
gone() { [[ ! -d /proc/$1 ]]; }

# ---- both -------------------------------------------------------------------------------------

forget() { rm -f "$HOME_FOLDER/services/$1" "$HOME_FOLDER/log/$1".{pid,supervisor}; }

wait_until() {
  local try
  for ((try = 0; try < STOP_TRIES; try++)); do
    ! "$@" || return 0
    sleep 0.1
  done
  return 1
}

is_current() {
  "${manager}_running" "$1" &&
    [[ $(cat "$HOME_FOLDER/services/$1" 2>/dev/null) == "$(fingerprint "$1")" ]]
}

# Servers of an earlier deploy that are not asked for now.
others() {
  local file technology
  for file in "$HOME_FOLDER"/services/*; do
    [[ -e $file ]] || continue
    technology=$(basename "$file")
    [[ " $* " == *" $technology "* ]] || printf '%s\n' "$technology"
  done
}

# A line that says what, rather than where: stack traces end with the least of news.
await() {
  local technology=$1 port=$2 seconds=$3 address end
  address=$(conf address) end=$((SECONDS + $3))
  # shellcheck disable=SC2016 # for the inner shell to expand
  until timeout 3 bash -c 'exec 3<>"/dev/tcp/$1/$2"' - "$address" "$port" 2>/dev/null; do
    if "${manager}_ended" "$technology"; then
      die 1 "the $technology server ends at once: $("${manager}_last_words" "$technology" | grep -v '^[[:space:]]*at \|^$' | tail -n 1)"
    fi
    if ((SECONDS >= end)); then
      die 1 "the $technology server does not listen on $address:$port after $seconds s; see its log on host B"
    fi
    sleep 0.3
  done
}

status() {
  local technology
  for technology; do
    if "${manager}_running" "$technology"; then
      printf '%s running\n' "$technology"
    else
      printf '%s dead\n' "$technology"
      dead=yes
    fi
  done
}

main() {
  local verb=$1 technology user dead=no
  shift
  manager=$(conf manager)
  case $verb in
    start)
      user=$(conf user)
      make_user "$user"
      mkdir -p "$HOME_FOLDER/log" "$HOME_FOLDER/services"
      [[ $EUID -ne 0 ]] || chown "$user:" "$HOME_FOLDER/log"
      check_readable "$user"
      while read -r technology; do
        "${manager}_stop" "$technology"
        forget "$technology"
      done < <(others "$@")
      "${manager}_start" "$@"
      ;;
    stop)
      "${manager}_stop" "$@"
      for technology; do forget "$technology"; done
      ;;
    status) status "$@" ;;
    ordered-start | ordered-stop | ordered-kill) "${manager}_${verb/-/_}" "$@" ;;
    ordered-restart)
      "${manager}_ordered_stop" "$@"
      "${manager}_ordered_start" "$@"
      ;;
    ordered-status)
      status "$@"
      [[ $dead == no ]]
      ;;
    await) await "$@" ;;
    *) die 2 "unknown verb '$verb'; expected start, stop, status, await or ordered-..." ;;
  esac
}

main "$@" </dev/null
