#!/usr/bin/env bash
# Starts, stops and reports the components of one deployment: servers, and the brokers, proxies and replicas
# beside them. The one program for it, on this machine (behind deploy/servers.sh) and on host B (behind
# deploy.sh, systemd's unit and control-servers.sh).
set -euo pipefail

HOME_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly HOME_FOLDER
# shellcheck source=deploy/host/conf.sh
. "$HOME_FOLDER/deploy/host/conf.sh"
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/components.sh
. "$HOME_FOLDER/deploy/lib/components.sh"

readonly VERBS=(start stop restart kill status list deploy remove run keep)
readonly MANAGERS=(direct supervise systemd)
readonly LOCK_SECONDS=120
# Of an earlier version; what they did is done here.
readonly EARLIER_SCRIPTS=(services supervise run-server)

usage() {
  cat <<'HELP'
Usage: components.sh VERB [NAME...] [options]

  start      starts these, and waits until they accept calls; where one does not, none of them stays
  stop       lets these drain, and ends them
  restart    both
  kill       ends these at once
  status     a line for each: NAME running|dead PID ADDRESS:PORT USAGE-PORT, with - for what is not known
  list       a line for each: NAME KIND TECHNOLOGY VARIANT ROLE ADDRESS:PORT USAGE-PORT USAGE
  deploy     starts all that are listed, also with the host where systemd keeps them; anew where their files
             or settings changed; and ends what an earlier deployment listed
  remove     ends these and forgets them
  run        runs one in the foreground
  keep       runs one, and runs it again where it ended; given up after 20 ends in ten minutes

Without a name: all that are listed; without a list, all that were started. What is stopped or killed stays
down until it is started. Nothing that is ordered here counts toward the limit of restarts.

  --list FILE       the components (default: components.conf in the deployment's folder)
  --add             start: takes sections from the standard input into the list first; they take the place of
                    those of the same name, and of those that do not run
  --state DIR       what was started (default: services in the deployment's folder)
  --manager NAME    direct, supervise or systemd (default: as host.conf says, or direct)
  --timeout SECONDS how long to wait until they accept calls (default: 60)

Exit: 0 done, 1 one did not start or end, or (status) does not run, 2 misuse or a wrong list.
HELP
}

misuse() { die 2 "$*; see --help"; }

# made WHAT...: for the one who has to take it away again.
made() {
  grep -qxF "$*" "$HOME_FOLDER/made.txt" 2>/dev/null || printf '%s\n' "$*" >>"$HOME_FOLDER/made.txt"
}

# as_user USER COMMAND...: as that user where this is root; else as the user that this is. Takes the place of
# the shell that it is called in.
as_user() {
  local user=$1
  shift
  if [[ $EUID -eq 0 ]]; then
    set -- setpriv --reuid="$(id -u "$user")" --regid="$(id -g "$user")" --clear-groups -- "$@"
  fi
  exec "$@"
}

make_user() {
  local user=$1
  [[ $EUID -eq 0 ]] && ! id "$user" >/dev/null 2>&1 || return 0
  useradd --system --no-create-home --home-dir "$HOME_FOLDER" --shell "$(command -v nologin || echo /bin/false)" "$user"
  made user "$user"
}

check_readable() {
  local user=$1
  [[ $EUID -ne 0 ]] || (as_user "$user" test -r "$HOME_FOLDER/deploy/host/components.sh") ||
    die 1 "user $user may not read $HOME_FOLDER: choose a --dir that every user can enter, such as /opt/rpc-stress"
}

# ---- whether one is up --------------------------------------------------------------------------

# reads_line NAME: whether its READY line says that it is up.
reads_line() {
  if has "$1" ready; then
    [[ $(value "$1" ready) == line ]]
  else
    has "$1" jar
  fi
}

# listens NAME: at each port that the list gives it.
listens() {
  local port
  for port in port usage-port; do
    whole "$1" "$port" 0
    ((REPLY > 0)) || continue
    # shellcheck disable=SC2016 # for the inner shell to expand
    timeout 3 bash -c 'exec 3<>"/dev/tcp/$1/$2"' - "$(value "$1" address 127.0.0.1)" "$REPLY" 2>/dev/null || return 1
  done
}

# await_up NAME: until it accepts calls; fails, saying why, where it does not.
await_up() {
  local polls=0
  until manager_up "$1"; do
    if manager_ended "$1"; then
      say "$1 did not start:"
      # what, rather than where: stack traces end with the least of news
      manager_last_words "$1" | grep -v '^[[:space:]]*at \|^$' | tail -n 5 >&2
      return 1
    fi
    if ((polls++ >= timeout * POLLS_PER_SECOND)); then
      say "$1 was not ready within $timeout s; its log is $(log_of "$1")"
      return 1
    fi
    sleep "$POLL_SECONDS"
  done
}

log_of() {
  case $manager in
    direct) printf '%s\n' "$state/$1.err" ;;
    supervise) printf '%s\n' "$HOME_FOLDER/log/$1.txt" ;;
    systemd) printf 'journalctl -u rpc-stress@%s\n' "$1" ;;
  esac
}

# ---- what a component was started from ----------------------------------------------------------

# fingerprint NAME: another jar, other settings or another script start it anew.
fingerprint() {
  local jar
  local -a files=(deploy/host/{components,conf}.sh deploy/lib/{components,processes,tools,manage-"$manager"}.sh
    deploy/systemd/rpc-stress@.service)
  jar=$(value "$1" jar)
  [[ -z $jar ]] || files+=("$jar")
  [[ -z $jar || ! -e ${jar%.jar}.jsa ]] || files+=("${jar%.jar}.jsa")
  {
    (cd "$HOME_FOLDER" && sha256sum "${files[@]}")
    print_section "$list" "$1"
    grep -E '^(java|cds|user|manager)=' "$HOME_FOLDER/host.conf" || true
  } | sha256sum | cut -c 1-64
}

is_current() {
  manager_running "$1" && [[ $(cat "$state/$1" 2>/dev/null) == "$(fingerprint "$1")" ]]
}

launch() {
  manager_launch "$1"
  [[ $manager == direct ]] || fingerprint "$1" >"$state/$1"
}

forget() { rm -f "$state/$1" "$state/$1.server" "$HOME_FOLDER/log/$1".{pid,supervisor}; }

# others: of an earlier deployment, and not in the list now.
others() {
  local file name
  for file in "$state"/*; do
    name=$(basename "$file")
    if [[ -f $file && $name =~ ^$COMPONENT_NAME$ ]] && ! is_listed "$name"; then
      printf '%s\n' "$name"
    fi
  done
}

# ---- the verbs ----------------------------------------------------------------------------------

start_components() {
  local name failed=""
  local -a launched=() needed=()
  mapfile -t needed < <(needed_by "$@")
  for name in ${needed[@]+"${needed[@]}"}; do
    ! manager_running "$name" || continue
    is_listed "$name" || die 1 "$1 needs $name, which is not in the list of components"
    launch "$name"
    launched+=("$name")
  done
  for name; do
    if ! manager_running "$name"; then
      launch "$name"
      launched+=("$name")
    elif [[ $manager == direct ]]; then
      say "$name runs already"
    fi
  done
  for name in ${launched[@]+"${launched[@]}"}; do
    await_up "$name" || failed=yes
  done
  if [[ -n $failed ]]; then
    # All or nothing: nobody has to find out which ones were left.
    stop_components "${launched[@]}"
    return 1
  fi
}

# idle_without NAME...: what runs, is needed by these, and by nobody else that runs; one a line.
idle_without() {
  local needed name
  while read -r needed; do
    manager_running "$needed" || continue
    for name in ${component_names[@]+"${component_names[@]}"}; do
      [[ $(value "$name" needs) != "$needed" ]] || one_of "$name" "$@" || ! manager_running "$name" || continue 2
    done
    printf '%s\n' "$needed"
  done < <(needed_by "$@")
}

# All at once, so that their drain times do not add up.
stop_components() {
  local name
  for name; do manager_ask_to_end "$name"; done
  for name; do manager_stop "$name"; done
}

kill_components() {
  local name
  for name; do manager_kill "$name"; done
}

restart_components() {
  stop_components "$@"
  start_components "$@"
}

status_components() {
  local name failed=""
  for name; do
    if manager_running "$name"; then
      printf '%s running %s\n' "$name" "$(manager_tell "$name")"
    else
      printf '%s dead - - -\n' "$name"
      failed=yes
    fi
  done
  [[ -z $failed ]]
}

list_components() {
  local name usage
  for name; do
    usage=endpoint
    has "$name" jar || usage=process
    printf '%s %s %s %s %s %s %s %s\n' "$name" "$(value "$name" kind)" "$(component_technology "$name")" \
      "$(component_variant "$name")" "$(value "$name" role -)" "$(address_of "$name")" "$(value "$name" usage-port -)" \
      "$(value "$name" usage "$usage")"
  done
}

deploy_components() {
  local name user failed=""
  [[ $manager != direct ]] || misuse "deploy: only on a host that deploy.sh has set up"
  user=$(conf user)
  make_user "$user"
  mkdir -p "$HOME_FOLDER/log"
  [[ $EUID -ne 0 ]] || chown "$user:" "$HOME_FOLDER/log"
  # of deploy.sh: the broker and who consumes from it run as this user, and nobody else may read it
  [[ $EUID -ne 0 || ! -e $HOME_FOLDER/broker.credentials ]] || chown "$user:" "$HOME_FOLDER/broker.credentials"
  check_readable "$user"
  while read -r name; do
    manager_drop "$name"
    forget "$name"
  done < <(others)
  manager_prepare
  for name; do
    manager_adopt "$name"
    if ! is_current "$name"; then
      manager_stop "$name"
      launch "$name"
    fi
  done
  for name in "${EARLIER_SCRIPTS[@]}"; do rm -f "$HOME_FOLDER/deploy/host/$name.sh"; done
  for name; do
    await_up "$name" || failed=yes
  done
  [[ -z $failed ]]
}

remove_components() {
  local name
  for name; do
    manager_drop "$name"
    forget "$name"
  done
}

run_components() {
  local -a words
  component_command "$1" "$java" "$(host_conf cds)"
  ulimit -Sn "$(ulimit -Hn)"
  cd "$HOME_FOLDER"
  exec "${words[@]}"
}

keep_components() {
  [[ $manager == supervise ]] || misuse "keep: only where supervise is the manager"
  keep "$1"
}

# ---- what is asked for ------------------------------------------------------------------------

host_conf() { [[ ! -r $HOME_FOLDER/host.conf ]] || conf "$1"; }

# take_sections: from the standard input into the list, which is whole at any time.
take_sections() {
  local name new=$list.new wanted=$list.wanted
  cat >"$wanted"
  read_components "$wanted" "$list"
  {
    sed '/^\[/,$d' "$wanted"
    for name in "${component_names[@]}"; do
      print_section "$(list_of "$name" "$wanted")" "$name"
    done
    while read -r name; do
      if ! is_listed "$name" && is_running "$name"; then print_section "$(list_of "$name" "$wanted")" "$name"; fi
    done < <(recorded)
  } >"$new"
  rm -f "$wanted"
  read_components "$new" "$list"
  mv -f "$new" "$list"
}

# list_of NAME WANTED: the file that has its section: what runs keeps the one it was started with.
list_of() {
  if is_running "$1" && grep -qxF "[$1]" "$list" 2>/dev/null; then
    printf '%s\n' "$list"
  else
    printf '%s\n' "$2"
  fi
}

# Everything that a verb changes, one at a time.
take_lock() {
  mkdir -p "$state" || die 1 "cannot keep state in $state: choose another --state"
  exec {lock}>"$state/.lock"
  flock -w "$LOCK_SECONDS" "$lock" || die 1 "another request is still under way in $state"
}

# number OPTION VALUE: a whole number of seconds.
number() {
  [[ $2 =~ ^[0-9]{1,5}$ ]] || misuse "$1 $2: expected a whole number of seconds, up to 99999"
}

parse() {
  while (($# > 0)); do
    case $1 in
      -h | --help) usage && exit 0 ;;
      --add) add=yes ;;
      --list | --state | --manager | --timeout)
        [[ $# -ge 2 && -n $2 ]] || misuse "$1 needs a value"
        case $1 in
          --list) list=$2 ;;
          --state) state=$2 ;;
          --manager) manager=$2 ;;
          --timeout) number "$1" "$2" && timeout=$((10#$2)) ;;
        esac
        shift
        ;;
      -*) misuse "unknown option $1: did you mean $(nearest "$1" --list --add --state --manager --timeout)?" ;;
      *) if [[ -z $verb ]]; then verb=$1; else names+=("$1"); fi ;;
    esac
    shift
  done
  [[ -n $verb ]] || misuse "expected one of: ${VERBS[*]}"
  one_of "$verb" "${VERBS[@]}" || misuse "unknown verb $verb: did you mean $(nearest "$verb" "${VERBS[@]}")?"
  one_of "$manager" "${MANAGERS[@]}" || misuse "--manager $manager: expected one of: ${MANAGERS[*]}"
  [[ $add == no || $verb == start ]] || misuse "--add goes with start"
}

# choose: the names meant; each has to be a component, or one that was started.
choose() {
  local name
  local -a known=("${component_names[@]}")
  case $verb in
    start | run | keep | restart | list | deploy) ;;
    *) while read -r name; do is_listed "$name" || known+=("$name"); done < <(manager_names) ;;
  esac
  mapfile -t names < <(expand_roles ${names[@]+"${names[@]}"})
  for name in ${names[@]+"${names[@]}"}; do
    one_of "$name" ${known[@]+"${known[@]}"} || misuse "there is no component $name; there are: ${known[*]-none}"
  done
  case $verb in
    run | keep) [[ ${#names[@]} -eq 1 ]] || misuse "$verb: expected one name" ;;
    deploy) [[ ${#names[@]} -eq 0 ]] || misuse "deploy: takes no names; it is the list that is deployed" ;;
    *) ;;
  esac
  [[ ${#names[@]} -gt 0 ]] || names=(${known[@]+"${known[@]}"})
}

# choose_removed: what is removed need not be listed any more.
choose_removed() {
  local name
  [[ ${#names[@]} -gt 0 ]] || misuse "remove: expected names"
  for name in "${names[@]}"; do
    [[ $name =~ ^$COMPONENT_NAME$ ]] || misuse "remove: expected a name such as grpc@tuned, got '${name:0:60}'"
  done
}

main() {
  local verb="" names=() add=no list=$HOME_FOLDER/components.conf state=$HOME_FOLDER/services timeout=60 manager java
  manager=$(host_conf manager)
  manager=${manager:-direct}
  parse "$@"
  # shellcheck source=deploy/lib/processes.sh
  . "$HOME_FOLDER/deploy/lib/processes.sh"
  # shellcheck source=/dev/null # one of three
  . "$HOME_FOLDER/deploy/lib/manage-$manager.sh"
  case $verb in
    status | list | run | keep) ;;
    *) take_lock ;;
  esac
  [[ $add == no ]] || take_sections
  if [[ $verb == remove ]]; then
    choose_removed
  else
    [[ $manager == direct && ! -e $list && $verb =~ ^(stop|kill|status)$ ]] || read_components "$list"
    choose
  fi
  case $verb in
    start | restart | run)
      java=$(host_conf java)
      [[ -n $java ]] || java=$(need_java)
      ;;
  esac
  [[ $verb != stop ]] || mapfile -t -O "${#names[@]}" names < <(idle_without ${names[@]+"${names[@]}"})
  "${verb}_components" ${names[@]+"${names[@]}"} </dev/null
}

main "$@"
