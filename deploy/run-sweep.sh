#!/usr/bin/env bash
# Starts a sweep on host A from here, and follows it. The sweep is a job of host A's own: closing the
# laptop, Ctrl-C and a lost connection end the following, not the sweep.
set -euo pipefail

home=$(readlink -f "${BASH_SOURCE[0]}") && home=${home%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/remote.sh
. "$home/deploy/lib/remote.sh"
# shellcheck source=deploy/lib/line.sh
. "$home/deploy/lib/line.sh"

readonly ALREADY_RUNS=4       # of sweep-job.sh
readonly SSH_FAILED=255       # ssh's own; no sweep ends with it
readonly MAX_PAUSE_SECONDS=60 # between two tries to reach A again

usage() {
  cat <<'HELP'
Usage: deploy/run-sweep.sh --client user@A [options] [--] [options of sweep.sh]
       deploy/run-sweep.sh --client user@A --attach NAME|--stop NAME|--status

Starts sweep.sh on host A (after deploy/deploy.sh) and follows it. Options that
are not listed here go to sweep.sh, such as --quick. Ctrl-C stops following, not
the sweep. If deploy.sh was given several client hosts, all of them call, unless
--client-hosts names some.

  --client user@A         host A, as ssh takes it; of several hosts the first
  --server-address B      host B as A reaches it (default: that of deploy.sh)
  --name NAME             name of the sweep and of its folder below results/
                          (default: date and time); an existing one is resumed
  --detach                do not follow it
  --attach NAME           follow a sweep that was started before
  --status                list host A's sweeps
  --stop NAME             stop a sweep; the current point is lost; --name NAME
                          resumes it
  --line WORDS            limits of the line, as for deploy/line.sh; the sweep
                          measures and records them
  --line-interface DEVICE set these limits while this script runs, on interfaces
                          of A and B (eth0, or eth0,ens3); Ctrl-C ends the sweep
  --server user@B         host B, as ssh takes it, for --line-interface
  --dir DIR               where deploy.sh put things (default: /opt/rpc-stress)
  --ssh-config FILE       as ssh -F

Exit: the sweep's own (0 every point has a result, 1 some failed, 2 misuse,
130 interrupted); --detach and --stop: 0, or 1 if it could not be done.
HELP
}

# job VERB ARGUMENT...: host A's own script for sweeps.
job() { on "$client" "$folder/deploy/host/sweep-job.sh" "$@"; }

check_deployed() {
  on "$client" test -x "$folder/deploy/host/sweep-job.sh" ||
    die 1 "$client has no rpc-stress in $folder: run deploy/deploy.sh first, or name its --dir"
}

# check_line: what --line-interface needs.
check_line() {
  [[ -n $line && -n $server ]] ||
    die 2 "--line-interface $line_interface needs --line and --server, such as --line rate=1mbit --server user@B"
  [[ $verb == start && $detach == no ]] || die 2 "--line-interface: the line is put back when this ends: leave --detach out"
  need_target --server server
  read_line "$line"
  read_ends
}

start() {
  local status=0 option
  for option; do
    case $option in
      --host | --host=* | --local) die 2 "host B is named by --server-address here, not by $option" ;;
      --out | --out=*) die 2 "the folder is named by --name here, not by $option" ;;
    esac
  done
  [[ -z $server_address ]] || set -- --host "$server_address" "$@"
  job start "$name" "$@" || status=$?
  case $status in
    0) [[ $verb == plan ]] || say "$name started on $client" ;;
    "$ALREADY_RUNS") die 2 "$name runs on $client already; follow it with: $(attach_command)" ;;
    *) exit "$status" ;;
  esac
}

# What was printed once is not printed again after a lost connection: it is counted in $seen.
follow() {
  local status pause=1 why
  seen=$remote_folder/seen
  : >"$seen"
  mkfifo "$remote_folder/stream"
  trap detach INT TERM HUP
  while true; do
    follow_once || status=$?
    if [[ ${status:-0} -ne $SSH_FAILED ]]; then
      cat "$remote_folder/why" >&2
      return "${status:-0}"
    fi
    status=0
    why=$(tail -n 1 "$remote_folder/why")
    [[ $is_set == no ]] || die 1 "lost $client: $name is stopped there and the line is put back; the same command resumes it"
    say "lost $client (${why:-the connection ended}); the sweep goes on, trying again in $pause s"
    sleep "$pause"
    pause=$((pause * 2 < MAX_PAUSE_SECONDS ? pause * 2 : MAX_PAUSE_SECONDS))
  done
}

# In the background, since bash hears a signal only between commands, and this one takes days.
follow_once() {
  local printer status=0
  tee -a "$seen" <"$remote_folder/stream" &
  printer=$!
  "${remote_ssh[@]}" -o ControlPath=none "$client" \
    "$(printf '%q ' "$folder/deploy/host/sweep-job.sh" follow "$name" "$(stat -c %s "$seen")")" \
    </dev/null >"$remote_folder/stream" 2>"$remote_folder/why" &
  follower=$!
  wait "$follower" || status=$?
  wait "$printer" || true
  return "$status"
}

attach_command() { printf '%s --attach %s' "$(run_sweep_command)" "$name"; }

# say_next: what brings the results here and gives the answer; of rates for the middle one.
say_next() {
  local limits="" rates jar
  mapfile -t rates < <(printf '%s\n' "${rest[@]}" | sed -n '/^--rate$/{n;p}; s/^--rate=//p' | tr , '\n')
  [[ ${#rates[@]} -eq 0 ]] || limits=" --rate ${rates[${#rates[@]} / 2]} --p99 20ms (rate and limit are yours to change)"
  jar=$(find_jar "$home" analysis) || jar=analysis.jar
  say "next: $(run_sweep_command | sed s/run-sweep/collect/) --name $name, then java -jar $(printf %q "${jar#"$PWD/"}") report results/$name$limits"
}

detach() {
  kill "$follower" 2>/dev/null || true
  say ""
  [[ $is_set == no ]] || {
    say "$name is stopped; the same command resumes it"
    exit 130
  }
  say "detached; $name goes on. Again: $(attach_command)"
  exit 130
}

main() {
  local client="" server="" server_address="" name="" attach="" stop="" dir=$DEFAULT_DIR ssh_config="" detach=no status=no
  local line="" line_interface="" verb=start folder passes_on=yes ended=0
  local -a rest=() ends=()
  read_options "client server server-address name attach stop dir ssh-config line line-interface" "detach status" "$@"
  [[ -z $line ]] || rest+=(--line "$line")
  [[ -n $client ]] || die 2 "say which host runs the sweep: --client user@A (--help has the rest)"
  need_target --client client
  [[ -z $server_address ]] || need_target --server-address server_address
  need_folder --dir "$dir" && folder=$dir
  [[ $status == no ]] || verb=status
  [[ -z $attach ]] || verb=attach name=$attach
  [[ -z $stop ]] || verb=stop name=$stop
  [[ $verb == start || ${#rest[@]} -eq 0 ]] || die 2 "--$verb takes no options of sweep.sh, got '${rest[0]}'"
  [[ -z $line_interface ]] || check_line
  [[ $verb != start ]] || ! one_of --print-plan "${rest[@]}" || verb=plan
  name=${name:-$(date +%Y%m%d-%H%M%S)}
  if one_of "$verb" start plan; then need_name --name "$name"; else need_name "--$verb" "$name"; fi

  trap 'release_line; remote_end' EXIT
  remote_begin "$ssh_config"
  connect "$client"
  check_deployed
  case $verb in
    status) job status ;;
    stop) job stop "$name" ;;
    attach) follow ;;
    plan) start "${rest[@]}" ;;
    start)
      if [[ -n $line_interface ]]; then
        connect "$server"
        hold_line "$client" "$server" "$folder/deploy/host/sweep-job.sh" stop "$name"
      fi
      start "${rest[@]}"
      if [[ $detach == yes ]]; then
        say "follow it with: $(attach_command)"
      else
        follow || ended=$?
        [[ $ended -gt 1 ]] || say_next
        return "$ended"
      fi
      ;;
  esac
}

main "$@"
