# shellcheck shell=bash disable=SC2154
# (state, lock: set by components.sh; pid and its like by processes.sh)
# Components on a host without systemd: one "components.sh keep" for each, in a session of its own, as the
# unprivileged user. Sourced by components.sh; manage-direct.sh says what each function is for.

declare -A said_before=()  # how much a component's log had when it was launched, bytes
declare -A ended_before=() # and log/restarts.txt

manager_names() { :; }

manager_prepare() { :; }
manager_adopt() { :; }
manager_drop() { manager_stop "$1"; }

manager_launch() {
  local log=$HOME_FOLDER/log
  # what a deployment of an earlier version has left
  end_earlier_keeper "$1"
  said_before[$1]=$(bytes_of "$log/$1.txt")
  ended_before[$1]=$(bytes_of "$log/restarts.txt")
  as_user "$(conf user)" setsid "$HOME_FOLDER/deploy/host/components.sh" keep "$1" \
    </dev/null >/dev/null 2>&1 3>&- {lock}>&- &
  remember_new "$1" "$!" "$(drain_of "$1")"
}

bytes_of() { stat -c %s "$1" 2>/dev/null || printf '0\n'; }

# news FILE BYTES: what was added since.
news() { tail -c "+$(($2 + 1))" "$1" 2>/dev/null; }

manager_ask_to_end() { signal TERM "$1"; }

manager_stop() {
  end_process "$1"
  end_earlier_keeper "$1"
}

# The keeper with what it keeps: their session is theirs alone.
manager_kill() { kill_process "$1"; }

manager_running() { is_running "$1"; }

manager_up() {
  manager_running "$1" || return 1
  if reads_line "$1" && [[ -n ${said_before[$1]:-} ]]; then
    news "$HOME_FOLDER/log/$1.txt" "${said_before[$1]}" | grep '^READY ' >/dev/null
  else
    listens "$1"
  fi
}

manager_ended() {
  local log=$HOME_FOLDER/log/restarts.txt
  [[ -n ${ended_before[$1]:-} ]] || ended_before[$1]=$(bytes_of "$log")
  ! manager_running "$1" || news "$log" "${ended_before[$1]}" | grep -F " $1 " >/dev/null
}

manager_last_words() { tail -n 20 "$HOME_FOLDER/log/$1.txt"; }

manager_tell() {
  local server
  server=$(cat "$HOME_FOLDER/log/$1.pid" 2>/dev/null) || server=-
  printf '%s %s %s\n' "$server" "$(address_of "$1")" "$(value "$1" usage-port -)"
}

# end_earlier_keeper NAME: one of an earlier version, whose start time nobody wrote down: it is known by its id and
# its command line.
end_earlier_keeper() {
  local script=supervise file=$HOME_FOLDER/log/$1.supervisor keeper polls=0
  [[ -e $file ]] || return 0
  keeper=$(cat "$file")
  while [[ $keeper =~ ^[0-9]+$ ]] && tr '\0' ' ' 2>/dev/null <"/proc/$keeper/cmdline" |
    grep -F "$HOME_FOLDER/deploy/host/$script.sh $1 " >/dev/null; do
    if ((polls == 0)); then
      kill -TERM "$keeper" 2>/dev/null || true
    elif ((polls == (DRAIN_SECONDS + CUT_OFF_GRACE) * POLLS_PER_SECOND)); then
      kill -KILL -- "-$keeper" 2>/dev/null || true
    elif ((polls > (DRAIN_SECONDS + 2 * CUT_OFF_GRACE) * POLLS_PER_SECOND)); then
      die 1 "$1 (process $keeper) cannot be ended"
    fi
    polls=$((polls + 1))
    sleep "$POLL_SECONDS"
  done
  rm -f "$file"
}

# ---- the keeper itself ------------------------------------------------------------------------

# What the systemd unit says, in the same numbers: what ends is started again after a second, and given up
# after 20 ends in ten minutes. Every restart is a line in log/restarts.txt.
readonly PAUSE_SECONDS=1 MAX_RESTARTS=20 WINDOW_SECONDS=600

log_end() { printf '%s %s %s\n' "$(date -u +%FT%TZ)" "$1" "$2" >>"$HOME_FOLDER/log/restarts.txt"; }

end_kept() {
  trap '' TERM INT
  [[ -z $kept ]] || kill -TERM "$kept" 2>/dev/null || true
  [[ -z $kept ]] || wait "$kept" 2>/dev/null || true
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

# keep NAME: runs it, and runs it again; ends with it on SIGTERM.
keep() {
  local status kept="" ends=()
  trap end_kept TERM INT
  while true; do
    "$HOME_FOLDER/deploy/host/components.sh" run "$1" </dev/null >>"$HOME_FOLDER/log/$1.txt" 2>&1 &
    kept=$!
    printf '%s\n' "$kept" >"$HOME_FOLDER/log/$1.pid"
    status=0
    wait "$kept" || status=$?
    kept=""
    if given_up; then
      log_end "$1" "ended with $status; given up after $MAX_RESTARTS restarts in $WINDOW_SECONDS s"
      exit 1
    fi
    log_end "$1" "ended with $status; started again"
    sleep "$PAUSE_SECONDS" &
    wait "$!" || true
  done
}
