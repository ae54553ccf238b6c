#!/usr/bin/env bash
# A sweep as a job on host A that no ssh session owns; deploy/run-sweep.sh calls it from afar, and a
# person who is logged in to A can do the same by hand.
#
# sweep-job.sh start NAME [OPTION...]         start it with these options of sweep.sh, or go on with what results/NAME holds,
#                                             with the options it had, and these; with --print-plan only print that
# sweep-job.sh follow NAME [OFFSET]           print its last session's output from that byte on; ends with its exit code
# sweep-job.sh status [NAME]                  "NAME running|ended CODE|gone, N points, N failed"; the last line that
#                                             a running one printed; the last point that failed
# sweep-job.sh stop NAME                      as Ctrl-C would; the point in hand is lost, no other
#
# A job is a process in a session of its own (setsid): it has no terminal, and gets no hang-up when
# the connection ends. That is the same on every host, with systemd and without, for root and for
# others. Only where logind is set to end what a user leaves behind (KillUserProcesses=yes; the
# default is no) that is not enough: there it becomes a service of its own by systemd-run.
set -euo pipefail

HOME_FOLDER=$(readlink -f "${BASH_SOURCE[0]}")
readonly HOME_FOLDER=${HOME_FOLDER%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"

readonly ALREADY_RUNS=4
readonly START_SECONDS=10 STOP_SECONDS=60 # a client flushes and its JVM ends within a minute

# running_pid: of this script's "run", else of a sweep that goes on without it; fails where neither very process runs.
running_pid() { recorded_process "$job/keeper" || recorded_process "$job/sweep"; }
is_running() { running_pid >/dev/null; }
has_ended() { ! is_running; }

ends_leftovers() {
  [[ -d /run/systemd/system ]] || return 1
  [[ $(busctl get-property org.freedesktop.login1 /org/freedesktop/login1 \
    org.freedesktop.login1.Manager KillUserProcesses 2>/dev/null) == "b true" ]]
}

no_sweep() { die 2 "there is no sweep $name on this host: $(status | tr '\n' ';')"; }

# lacks OPTION|OPTION WORD...: whether none of these options is among the words.
lacks() { [[ ! " ${*:2} " =~ \ --($1)[=\ ] ]]; }

# inherited OPTION...: the words that the sweep was started with, but for those of options that are given anew.
inherited() {
  local word option anew=no
  local -a before
  mapfile -t before <"$job/options"
  for word in "${before[@]}"; do
    if [[ $word == --* ]]; then
      option=${word#--}
      if lacks "${option%%=*}" "$@"; then anew=no; else anew=yes; fi
    fi
    [[ $anew == yes ]] || printf '%s\n' "$word"
  done
}

# What was deployed is measured, unless the options say what. A sweep that is there goes on with the options that it had,
# and these.
start() {
  local address hosts
  local -a options=("$@")
  check_idle
  # of a sweep that was killed: they were not refused
  [[ ! -s $job/options.new ]] || mv "$job/options.new" "$job/options"
  if [[ -s $job/options ]] && lacks fresh "$@"; then
    mapfile -t options < <(inherited "$@")
    options+=("$@")
  else
    if lacks host "$@"; then
      address=$(conf address)
      [[ -n $address ]] || die 2 "host B is not known here; name it: --server-address B"
      options=(--host "$address" "$@")
    fi
    hosts=$(conf client-hosts)
    [[ -z $hosts ]] || ! lacks "client-hosts|clients" "$@" ||
      options+=(--client-hosts "$hosts" --ssh-config "$HOME_FOLDER/agents/ssh_config")
    ! lacks "protocols|experiment" "$@" || options+=(--protocols "$(conf technologies)")
    ! lacks variant "$@" || options+=(--variant "$(conf variant)")
  fi
  # a plan is no job, and none that follows has its options
  lacks print-plan "$@" || sweep "${options[@]}"
  mkdir -p "$job" || die 1 "cannot make $job"
  # those of this session alone are no later one's
  printf '%s\n' "${options[@]}" | grep -vxE -e '--(redo-failed|no-report|fresh)' >"$job/options.new" ||
    die 1 "cannot write to $job: is the disk full?"
  launch "${options[@]}"
}

check_idle() {
  if is_running; then
    say "$name runs already"
    exit "$ALREADY_RUNS"
  fi
}

launch() {
  local -a keeper=("$HOME_FOLDER/deploy/host/sweep-job.sh" run "$name" "$@")
  check_idle
  rm -f "$job/exit" "$job/keeper" "$job/sweep"
  # from here on it is this session's
  stat -c %s "$job/output" 2>/dev/null >"$job/begin" || printf '0\n' >"$job/begin"
  printf '== %s sweep.sh %s\n' "$(date -u +%FT%TZ)" "$*" >>"$job/output" || die 1 "cannot write to $job: is the disk full?"
  if ends_leftovers; then
    # which would take a $ for a variable of its own
    as_root systemd-run -q --unit="rpc-stress-sweep-$name" -p User="$(id -un)" -p LimitNOFILE=65536 -- "${keeper[@]//\$/\$\$}" ||
      die 1 "this host ends a user's processes at logout; as root: set KillUserProcesses=no in /etc/systemd/logind.conf"
  else
    setsid -f "${keeper[@]}" </dev/null >/dev/null 2>&1
  fi
  await "$START_SECONDS" test -s "$job/sweep" || die 1 "$name did not start; see $job/output on host A"
}

# run OPTION...: the process that stays: waits for the sweep and writes down how it ended.
run() {
  local status=0
  printf '%s %s\n' "$$" "$(process_start "$$")" >"$job/keeper"
  # Has its room from the start: a full disk must not hide how the sweep ended.
  printf '%-3s\n' 255 >"$job/exit.new"
  sweep "$@" </dev/null >>"$job/output" 2>&1 &
  printf '%s %s\n' "$!" "$(process_start "$!")" >"$job/sweep"
  wait "$!" || status=$?
  # what was refused is not what a later resume means; a full disk ends with 2, too, in the midst of a sweep
  if [[ $status -eq 2 && (-s $job/options || ! -e $HOME_FOLDER/results/$name/sweep.json) ]]; then
    rm -f "$job/options.new"
  elif [[ -e $job/options.new ]]; then
    mv "$job/options.new" "$job/options"
  fi
  printf '%-3s\n' "$status" 1<>"$job/exit.new" && mv "$job/exit.new" "$job/exit"
}

# sweep OPTION...: sweep.sh, in the place of this shell.
sweep() {
  local java
  java=$(conf java)
  export PATH="${java%/*}:$PATH"
  ulimit -Sn "$(ulimit -Hn)"
  cd "$HOME_FOLDER"
  exec ./sweep.sh "$@" --out "$HOME_FOLDER/results/$name"
}

exit_code() {
  local code
  read -r code <"$job/exit"
  printf '%s\n' "$code"
}

follow() {
  local offset=${1:-0} pid
  [[ $offset =~ ^[0-9]{1,15}$ ]] || die 2 "'$offset' is no byte offset"
  [[ -e $job/output ]] || no_sweep
  offset=$((10#$offset + $(cat "$job/begin" 2>/dev/null || echo 0)))
  if pid=$(running_pid); then
    tail -c "+$((offset + 1))" -f --pid="$pid" "$job/output"
  else
    tail -c "+$((offset + 1))" "$job/output"
  fi
  [[ -e $job/exit ]] || die 1 "$name ended without an exit code (power cut, full disk, or killed); start it again to resume it"
  exit "$(exit_code)"
}

# count PATTERN: files of the sweep's points; a time series lies beside a point and is none.
count() { find "$HOME_FOLDER/results/$name/raw" -name "$1" ! -name '*.series.csv' 2>/dev/null | wc -l; }

state() {
  if is_running; then
    printf 'running'
  elif [[ -e $job/exit ]]; then
    printf 'ended %s' "$(exit_code)"
  else
    printf 'gone'
  fi
}

# newest_failure: "TECHNOLOGY/POINT" of the last point that failed; empty where none did.
newest_failure() {
  find "$HOME_FOLDER/results/$name/raw" -name '*.FAILED' -printf '%T@ %P\n' 2>/dev/null |
    sort -n | sed -n '$s/^[^ ]* \(.*\)\.FAILED$/\1/p'
}

# is_cut_short: by a signal, or without an exit code.
is_cut_short() {
  ! is_running && [[ ! -e $job/exit || $(exit_code) -gt 2 ]]
}

# status: of a running sweep, the last line that it printed, too. That is read and not computed: nothing but the
# measuring is to take host A's processor meanwhile.
status() {
  local folder newest
  for folder in "$HOME_FOLDER"/jobs/${1:-*}; do
    [[ -d $folder ]] || continue
    name=$(basename "$folder") job=$folder
    printf '%s %s, %d points, %d failed\n' "$name" "$(state)" "$(count '*.csv')" "$(count '*.FAILED')"
    ! is_running || printf '  %s\n' "$(tail -n 1 "$job/output")"
    ! is_cut_short || printf '  start it again with --name %s to resume it\n' "$name"
    newest=$(newest_failure) || true
    [[ -z $newest ]] || printf '  last failure: %s\n' "$newest"
  done
}

stop() {
  local pid
  is_running || {
    say "$name does not run"
    return 0
  }
  ! pid=$(recorded_process "$job/sweep") || kill -TERM "$pid" 2>/dev/null || true
  await "$STOP_SECONDS" has_ended || die 1 "$name does not stop; on host A, pid $(running_pid)"
}

main() {
  local verb=${1:-}
  shift || true
  name=${1:-} job=$HOME_FOLDER/jobs/${1:-}
  case $verb in
    start | run | follow | stop)
      [[ -n $name ]] || die 2 "$verb: which sweep?"
      shift
      "$verb" "$@"
      ;;
    status) status "$@" ;;
    *) die 2 "unknown verb '$verb'; expected start, follow, status or stop" ;;
  esac
}

main "$@"
