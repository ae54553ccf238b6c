# shellcheck shell=bash disable=SC2154
# (state: set by the script that sources this; field_of and command_of by components.sh)
# Components as plain processes, each in a session of its own: one that ends stays down. Sourced, after tools.sh.
#
# $state/NAME.server has one line: PID START DRAIN ADDRESS:PORT USAGE-PORT. An id alone may come back as another
# process'; with the start time it names a process for good. Nothing is ever found by its name.

readonly CUT_OFF_GRACE=5 # what a process may take beyond its drain time, s, before it is killed

# recall NAME: sets pid, started, drained, address and usage_port; fails where nothing is kept.
recall() {
  pid="" started="" drained="" address="" usage_port=""
  [[ -r $state/$1.server ]] || return 1
  read -r pid started drained address usage_port <"$state/$1.server" || true
  [[ $pid =~ ^[0-9]+$ && $started =~ ^[0-9]+$ && $drained =~ ^[0-9]+$ ]]
}

# remember NAME: keeps what recall reads; appears whole or not at all.
remember() {
  printf '%s\n' "$pid $started $drained $address $usage_port" >"$state/$1.server.new"
  mv -f "$state/$1.server.new" "$state/$1.server"
}

# is_running NAME: the recorded process lives and is the one that was recorded.
is_running() { recall "$1" && [[ $(process_start "$pid") == "$started" ]]; }

# recorded: the names of what was started, and not stopped since, one a line.
recorded() {
  local file
  for file in "$state"/*.server; do
    [[ -e $file ]] || continue
    basename "$file" .server
  done
}

# signal SIGNAL NAME [session]: only to the very process that was recorded; or to all of the session that it leads.
signal() {
  is_running "$2" || return 0
  if [[ -z ${3:-} ]] || ! kill -s "$1" -- "-$pid" 2>/dev/null; then
    kill -s "$1" "$pid" 2>/dev/null || true
  fi
}

# gone NAME SECONDS: whether it ends within this time.
gone() { await "$2" has_ended "$1"; }
has_ended() { ! is_running "$1"; }

# ---- what components.sh asks of a manager; units.sh has the same ----------------------------------

# manager_launch NAME: starts it, and does not wait until it is up.
manager_launch() {
  local -a words
  command_of "$1"
  : >"$state/$1.out"
  (
    close_inherited
    ulimit -Sn "$(ulimit -Hn)"
    as_user setsid "${words[@]}"
  ) >"$state/$1.out" 2>"$state/$1.err" </dev/null &
  pid=$! address=- usage_port=-
  drained=$(field_of "$1" drain)
  started=$(process_start "$pid") || started=0
  remember "$1"
}

# manager_ask_to_end NAME: lets it drain, and does not wait until it has ended.
manager_ask_to_end() { signal TERM "$1"; }

# manager_stop NAME: the same, and waits; kills it, and the session that it leads, where it does not end.
manager_stop() {
  if is_running "$1"; then
    signal TERM "$1"
    if ! gone "$1" $((drained + CUT_OFF_GRACE)); then
      say "$1 did not stop within $((drained + CUT_OFF_GRACE)) s and was killed"
      manager_kill "$1"
    fi
  fi
  rm -f "$state/$1.server"
}

# manager_kill NAME: ends it at once.
manager_kill() {
  manager_signal KILL "$1"
  gone "$1" "$CUT_OFF_GRACE" || die 1 "$1 (process $pid) cannot be ended"
  rm -f "$state/$1.server"
}

# manager_signal SIGNAL NAME: to all of it.
manager_signal() { signal "$1" "$2" session; }

manager_running() { is_running "$1"; }

# manager_up NAME: whether it accepts calls, which its READY line says.
manager_up() {
  local where
  recall "$1" || return 1
  where=$(sed -n 's/^READY [^ ]* //p' "$state/$1.out")
  [[ -n $where ]] || return 1
  usage_port=$(sed -n 's|.*: usage http://.*:\([0-9]*\)/usage$|\1|p' "$state/$1.err")
  address=$where usage_port=${usage_port:--}
  remember "$1"
}

manager_last_words() { tail -n 20 "$state/$1.err"; }
manager_log() { printf '%s\n' "$state/$1.err"; }

# manager_tell NAME: "PID ADDRESS:PORT USAGE-PORT" of one that runs.
manager_tell() {
  recall "$1"
  printf '%s %s %s\n' "$pid" "$address" "$usage_port"
}

# manager_prepare NAME..., manager_drop NAME: for what starts with the host, which this does not.
manager_prepare() { :; }
manager_drop() { manager_stop "$1"; }
