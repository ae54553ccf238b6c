# shellcheck shell=bash disable=SC2154
# (state, timeout, lock: set by components.sh; pid and its like by processes.sh)
# Components as plain processes, each in a session of its own: one that ends stays down. Sourced by components.sh.
#
# All three manage-*.sh have the same functions:
#   manager_names           what may be stopped or asked for besides what is listed, one a line
#   manager_launch NAME     starts it, and does not wait until it is up
#   manager_ask_to_end NAME lets it drain, and does not wait until it has ended
#   manager_stop NAME       the same, and waits
#   manager_kill NAME       ends it at once
#   manager_running NAME    whether it runs
#   manager_up NAME         whether it accepts calls
#   manager_ended NAME      whether what was launched has ended by itself
#   manager_last_words NAME the end of what it said
#   manager_tell NAME       "PID ADDRESS:PORT USAGE-PORT" of one that runs; - for what is not known

manager_names() { recorded; }

# In a session of its own, so that Ctrl-C here does not reach it.
manager_launch() {
  local -a words
  component_command "$1" "$java" no
  (
    # 3 belongs to whoever started this script
    exec 3>&- {lock}>&-
    ulimit -Sn "$(ulimit -Hn)"
    ! has "$1" program || cd "$components_folder" || exit
    exec setsid "${words[@]}"
  ) >"$state/$1.out" 2>"$state/$1.err" </dev/null &
  remember_new "$1" "$!" "$(drain_of "$1")"
}

manager_ask_to_end() { signal TERM "$1"; }
manager_stop() { end_process "$1"; }
manager_kill() { kill_process "$1"; }
manager_running() { is_running "$1"; }

manager_up() {
  local line
  recall "$1" || return 1
  if reads_line "$1"; then
    line=$(sed -n 's/^READY [^ ]* //p' "$state/$1.out")
    [[ -n $line ]] || return 1
    usage_port=$(sed -n 's|.*: usage http://.*:\([0-9]*\)/usage$|\1|p' "$state/$1.err")
    address=$line usage_port=${usage_port:--}
  else
    is_running "$1" && listens "$1" || return 1
    address=$(address_of "$1")
    ! has "$1" usage-port || usage_port=$(value "$1" usage-port)
  fi
  remember "$1"
}

manager_ended() { ! is_running "$1"; }
manager_last_words() { tail -n 20 "$state/$1.err"; }

manager_tell() {
  recall "$1"
  printf '%s %s %s\n' "$pid" "$address" "$usage_port"
}
