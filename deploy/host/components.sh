#!/usr/bin/env bash
# Starts, stops and reports the components of one deployment: servers, and the brokers and proxies beside them. The one
# program for it, on this machine (behind deploy/servers.sh) and on host B (behind deploy.sh, systemd's unit and
# control-servers.sh). What each is started with stands in a list; lib/component-list.sh says what its lines mean.
set -euo pipefail

HOME_FOLDER=$(readlink -f "${BASH_SOURCE[0]}")
readonly HOME_FOLDER=${HOME_FOLDER%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"

readonly VERBS=(start stop restart kill freeze thaw neighbour cut can-cut loss can-loss status deploy remove run)
readonly LOCK_SECONDS=120
readonly FREEZE_SECONDS=5 NEIGHBOUR_SECONDS=20
# By what drops packets on the line: for how long, s, and which of them, as nft has it.
declare -Ar DROPS_FOR=([cut]=5 [loss]=10) DROPPED=([cut]="" [loss]="numgen random mod 100 < 5")
readonly NAME_PATTERN='[a-z0-9]+(-[a-z0-9]+)*(@[a-z0-9]+)?'

usage() {
  cat <<'HELP'
Usage: components.sh VERB [NAME...] [options]

  start      starts these and what they need, and waits until they accept calls; if one does not, ends those it started
  stop       lets these drain, then ends them and what nothing else needs
  restart    stops and starts them
  kill       ends these at once
  freeze     stops their processes for 5 s, even if this program is killed meanwhile
  thaw       continues them before that
  neighbour  runs a busy loop on each of their processors for 20 s; it ends by itself
  cut        drops what other hosts send to their ports, and the replies, for 5 s; the kernel ends it
  loss       drops 5 % of these packets, for 10 s
  can-cut, can-loss  check whether that works here: it needs nft, and root
  status     a line for each: NAME running|dead PID ADDRESS:PORT USAGE-PORT LOG, with - for what is not known
  deploy     starts all that are listed, with systemd also at each boot; restarts those whose files or settings
             changed; ends what an earlier deployment listed
  remove     ends these and forgets them
  run        runs one in the foreground

Without a name: all that are listed; for remove, all that were deployed. What is stopped or killed stays down until it is started.

  --list FILE       the components (default: components.txt in the deployment's folder)
  --state DIR       what was started, and what it printed (default: services in the deployment's folder)
  --timeout SECONDS how long to wait until they accept calls (default: 60)
For start and restart (restart with none of these keeps all):
  --jdk N|DIR       the JDK that they run on (default: this host's)
  --gc NAME         serial (default), parallel, g1, zgc or shenandoah
  --count-calls     servers count calls by their numbers, for a sweep with --fault

Exit: 0 done, 1 one did not start or end, or (status) does not run, 2 misuse.
HELP
}

misuse() { die 2 "$*; see --help"; }

# ---- the list -----------------------------------------------------------------------------------

declare -A line_of=()
listed=()

read_list() {
  local line
  [[ -r $list ]] || return 0
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    listed+=("${line%%$'\t'*}")
    line_of[${line%%$'\t'*}]=$line
  done <"$list"
}

is_listed() { [[ -n ${line_of[$1]:-} ]]; }

# field_of NAME FIELD
# shellcheck disable=SC2034 # one of them is printed
field_of() {
  local name address port usage needs drain cpus heap jar arguments
  IFS=$'\t' read -r name address port usage needs drain cpus heap jar arguments <<<"${line_of[$1]}"
  printf '%s\n' "${!2}"
}

# command_of NAME: into the array "words", what runs it in the foreground.
command_of() {
  local address port usage drain cpus heap jar arguments jdk=- gc=- counts=-
  local -a settings given
  IFS=$'\t' read -r _ address port usage _ drain cpus heap jar arguments <<<"${line_of[$1]}"
  [[ $jar == /* ]] || jar=$HOME_FOLDER/$jar
  [[ ! -r $state/$1.jvm ]] || IFS=$'\t' read -r jdk gc counts <"$state/$1.jvm"
  mapfile -t settings < <(jvm_of "$jar" "$jdk" "$gc")
  # An empty list would measure with a JVM's own choice, unseen.
  [[ ${#settings[@]} -gt 1 ]] || die 1 "$jar does not report its JVM settings: build it again, or deploy it again"
  # the JVM takes the last one of two
  [[ $heap == - ]] || settings+=("-Xmx$heap" "-Xms$heap")
  words=()
  [[ $cpus == - ]] || words=(taskset -c "$cpus")
  IFS=$'\t' read -r -a given <<<"$arguments"
  words+=("${settings[@]}" -jar "$jar" "${given[@]}" --bind "$address" --usage-port "$usage" --drain "${drain}s")
  [[ $port == - ]] || words+=(--port "$port")
  [[ $counts != yes ]] || words+=(--count-calls)
}

# jvm_of JAR JDK GC: the java that is meant, and the options that it gets, one a line; - stands for the default.
jvm_of() {
  local -a chosen=("$2" "$3")
  [[ $2$3 != -- ]] || chosen=()
  [[ ${#chosen[@]} -gt 0 ]] || printf '%s\n' "$java"
  "$java" "${BRIEF_JVM[@]}" -cp "$1" io.rpcstress.usage.JvmSettings "${chosen[@]}"
}

# check_jvm NAME: before anything is started or stopped, whether there is what --jdk and --gc ask for.
check_jvm() {
  local jar
  jar=$(field_of "$1" jar)
  [[ $jar == /* ]] || jar=$HOME_FOLDER/$jar
  jvm_of "$jar" "${jdk:--}" "${gc:--}" >/dev/null || exit 2
}

# needed_by NAME...: what these need and is not among them, once and one a line.
needed_by() {
  local name
  for name; do ! is_listed "$name" || field_of "$name" needs; done | sort -u | while read -r name; do
    [[ $name == - || " $* " == *" $name "* ]] || printf '%s\n' "$name"
  done
}

# idle_without NAME...: what runs, is needed by these, and by nothing else that runs; one a line.
idle_without() {
  local needed name
  needed_by "$@" | while read -r needed; do
    manager_running "$needed" || continue
    for name in "${listed[@]}"; do
      [[ $(field_of "$name" needs) != "$needed" || " $* " == *" $name "* ]] || ! manager_running "$name" || continue 2
    done
    printf '%s\n' "$needed"
  done
}

# ---- the host -----------------------------------------------------------------------------------

host_conf() { [[ ! -r $HOME_FOLDER/host.conf ]] || conf "$1"; }

# made WHAT...: for the one who has to take it away again.
made() {
  grep -qxF "$*" "$HOME_FOLDER/made.txt" 2>/dev/null || printf '%s\n' "$*" >>"$HOME_FOLDER/made.txt"
}

# as_user COMMAND...: as the user of host.conf where this is root; in the place of the shell that it is called in.
as_user() {
  local user
  user=$(host_conf user)
  if [[ $EUID -eq 0 && -n $user ]]; then
    set -- setpriv --reuid="$(id -u "$user")" --regid="$(id -g "$user")" --clear-groups -- "$@"
  fi
  exec "$@"
}

make_user() {
  local user=$1
  [[ $EUID -eq 0 ]] || return 0
  if ! id "$user" >/dev/null 2>&1; then
    useradd --system --no-create-home --home-dir "$HOME_FOLDER" --shell "$(command -v nologin || echo /bin/false)" "$user"
    made user "$user"
  fi
  # of deploy.sh: the broker and who consumes from it run as this user, and no other may read it
  [[ ! -e $HOME_FOLDER/broker.credentials ]] || chown "$user:" "$HOME_FOLDER/broker.credentials"
  [[ ! -e $HOME_FOLDER/tls ]] || chown -R "$user:" "$HOME_FOLDER/tls"
  (as_user test -r "$HOME_FOLDER/deploy/host/components.sh") ||
    die 1 "user $user may not read $HOME_FOLDER: choose a --dir that every user can enter, such as /opt/rpc-stress"
}

# await_up NAME: until it accepts calls; fails, saying why, where it does not.
await_up() {
  local end=$((SECONDS + timeout))
  until manager_up "$1"; do
    if ! manager_running "$1"; then
      say "$1 did not start:"
      # what, rather than where: stack traces end with the least of news
      manager_last_words "$1" | grep -v '^[[:space:]]*at \|^$' | tail -n 5 >&2
      return 1
    fi
    if ((SECONDS > end)); then
      say "$1 was not ready within $timeout s; its log is $(manager_log "$1")"
      return 1
    fi
    sleep 0.1
  done
}

# fingerprint NAME: another jar, other settings or another script start it anew.
fingerprint() {
  local jar
  jar=$(field_of "$1" jar)
  {
    cd "$HOME_FOLDER"
    sha256sum "$jar" deploy/host/components.sh deploy/lib/{processes,units}.sh deploy/systemd/rpc-stress@.service
    [[ ${line_of[$1]} != *$'\t'--message$'\t'* ]] || sha256sum messages/*
    [[ ${line_of[$1]} != *$'\t'--tls-keys=* ]] || sha256sum tls/*
    printf '%s\n' "${line_of[$1]}"
    grep -E '^(java|user|manager)=' host.conf || true
  } | sha256sum | cut -c 1-64
}

# launch NAME: and what it was started from is written down; on which JVM, before, since systemd runs it by itself.
launch() {
  if [[ -n $jdk$gc$count_calls ]]; then
    printf '%s\t%s\t%s\n' "${jdk:--}" "${gc:--}" "${count_calls:--}" >"$state/$1.jvm"
  elif [[ $verb != restart ]]; then
    rm -f "$state/$1.jvm"
  fi
  manager_launch "$1"
  [[ -z $(host_conf manager) ]] || fingerprint "$1" >"$state/$1"
}

forget() { rm -f "$state/$1" "$state/$1".{server,out,err,jvm,neighbour}; }

# ---- the verbs ----------------------------------------------------------------------------------

start_components() {
  local name failed=""
  ! has_program nft || uncut # of a cut that was killed
  local -a launched=() needed=()
  mapfile -t needed < <(needed_by "$@")
  for name in "${needed[@]}" "$@"; do
    is_listed "$name" || die 1 "$1 needs $name, which is not in the list of components"
    if ! manager_running "$name"; then
      launch "$name"
      launched+=("$name")
    fi
  done
  for name in "${launched[@]}"; do
    await_up "$name" || failed=yes
  done
  if [[ -n $failed ]]; then
    # All or nothing, so that no user has to find out which ones are left.
    stop_components "${launched[@]}"
    return 1
  fi
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

# apart COMMAND...: in the background; with setsid, what ends this program, and all that is in its group, does not end that.
# It has the lock, too: the next request waits for its end.
apart() {
  (
    close_inherited "$lock"
    "$@"
  ) &
}

freeze_components() {
  local name
  local -a wakers=()
  for name; do
    manager_running "$name" || die 1 "$name does not run"
    # shellcheck disable=SC2016 # for the inner shell to expand
    apart exec setsid bash -c 'HOME_FOLDER=$1 state=$2; for each in tools processes "${@:5}"; do . "$1/deploy/lib/$each.sh"; done
      manager_signal STOP "$3"; sleep "$4"; manager_signal CONT "$3"' \
      - "$HOME_FOLDER" "$state" "$name" "$FREEZE_SECONDS" "${manager[@]}" >/dev/null 2>&1
    wakers+=($!)
  done
  wait "${wakers[@]}"
}

neighbours=() # leaders of sessions

end_neighbours() { [[ ${#neighbours[@]} -eq 0 ]] || kill -- "${neighbours[@]/#/-}" 2>/dev/null || true; }

# Each loop ends by itself a second later, if what is to end it does not live any more. The locale has a say in how bash
# writes a number, OpenMP's variables in what nproc counts.
neighbour_components() {
  local name cpus
  local -a on
  trap end_neighbours EXIT
  for name; do
    manager_running "$name" || die 1 "$name does not run"
    cpus=$(field_of "$name" cpus) on=()
    [[ $cpus == - ]] || on=(taskset -c "$cpus")
    # shellcheck disable=SC2016 # for the inner shell to expand
    apart as_user env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT LC_ALL=C setsid "${on[@]}" \
      bash -c 'echo $$; TIMEFORMAT="neighbour of $0: %P %% of a processor for %R s"
      time {
        for ((left = $(nproc); left > 0; left--)); do (trap exit TERM; while ((SECONDS <= $1)); do :; done) & done
        sleep "$1"; kill $(jobs -p); wait
      }' "$name" "$NEIGHBOUR_SECONDS" >"$state/$name.neighbour" 2>&1
    neighbours+=($!)
  done
  wait "${neighbours[@]}" || true # what it printed says why
  neighbours=()
  for name; do
    grep '^neighbour of ' "$state/$name.neighbour" || die 1 "$name had no neighbour: $(tail -n 1 "$state/$name.neighbour")"
    rm -f "$state/$name.neighbour"
  done
}

# The verbs cut and loss: packets of the line are dropped on the server's host, silently and both ways.

# cut_table: nft's name for this deployment's; no other one is touched.
cut_table() { printf 'rpc_stress_cut_%s\n' "$(readlink -m "$state" | cksum | cut -d ' ' -f 1)"; }

# cut_rules KIND NAME...: for nft. What stays within this host is not of a line.
cut_rules() {
  local name port table drop="${DROPPED[$1]} counter drop"
  local -a ports=()
  table=$(cut_table)
  for name in "${@:2}"; do
    port=$(field_of "$name" port)
    [[ $port != - ]] || port=$(field_of "$(field_of "$name" needs)" port) # one that consumes is called at its broker's
    ports+=("$port timeout ${DROPS_FOR[$1]}s")
  done
  cat <<RULES
add table inet $table
delete table inet $table
table inet $table {
  set lost { type inet_service; flags timeout; elements = { $(IFS=, && echo "${ports[*]}") }; }
  chain arriving { type filter hook input priority -300; iifname != "lo" tcp dport @lost $drop; }
  chain leaving { type filter hook output priority -300; oifname != "lo" tcp sport @lost $drop; }
}
RULES
}

# can_drop KIND NAME...
can_drop() {
  local why
  has_program nft || die 2 "nft is not installed: $(install_command nftables nftables)"
  as_root true || die 2 "to drop packets needs root, or sudo without a password"
  why=$(cut_rules "$@" | as_root nft -c -f - 2>&1) || die 2 "its kernel drops no packets: ${why%%$'\n'*}"
}

can-cut_components() { can_drop cut "$@"; }
can-loss_components() { can_drop loss "$@"; }

# uncut: another program may have taken the table away, with all others.
uncut() { as_root nft delete table inet "$(cut_table)" 2>/dev/null || true; }

cut_components() { drop_packets cut "$@"; }
loss_components() { drop_packets loss "$@"; }

# drop_packets KIND NAME...: says how many they were.
drop_packets() {
  can_drop "$@"
  trap uncut EXIT
  cut_rules "$@" | as_root nft -f -
  sleep "${DROPS_FOR[$1]}"
  as_root nft list table inet "$(cut_table)" 2>/dev/null | awk -v of="line-$1 of ${*:2}" '
    match($0, /counter packets [0-9]+/) { dropped[++n] = substr($0, RSTART + 16, RLENGTH - 16) }
    END { if (n == 2) printf "%s: %d packets to it and %d from it were dropped\n", of, dropped[1], dropped[2] }' || true
}

thaw_components() {
  local name
  for name; do manager_signal CONT "$name"; done
}

restart_components() {
  stop_components "$@"
  start_components "$@"
}

status_components() {
  local name failed=""
  for name; do
    if manager_running "$name"; then
      printf '%s running %s' "$name" "$(manager_tell "$name")"
    else
      printf '%s dead - - -' "$name"
      failed=yes
    fi
    printf ' %s\n' "$(manager_log "$name")"
  done
  [[ -z $failed ]]
}

# deployed: what was launched since this host has a deployment, and not removed, one a line.
deployed() { find "$state" -type f ! -name '*.*' -printf '%f\n'; }

deploy_components() {
  local name failed="" earlier
  make_user "$(conf user)"
  mapfile -t earlier < <(deployed)
  for name in "${earlier[@]}"; do is_listed "$name" || remove_components "$name"; done
  manager_prepare "$@"
  for name; do
    # a JVM that start or restart named is no deployment's
    if ! manager_running "$name" || [[ -e $state/$name.jvm || $(cat "$state/$name" 2>/dev/null) != "$(fingerprint "$name")" ]]; then
      manager_stop "$name"
      launch "$name"
    fi
  done
  for name; do await_up "$name" || failed=yes; done
  [[ -z $failed ]]
}

remove_components() {
  local name
  for name; do
    manager_drop "$name"
    forget "$name"
  done
  uncut # of a cut that was killed
}

run_components() {
  local -a words
  command_of "$1"
  ulimit -Sn "$(ulimit -Hn)"
  cd "$HOME_FOLDER"
  exec "${words[@]}"
}

# ---- the request --------------------------------------------------------------------------------

state=$HOME_FOLDER/services

# expand_roles WORD...: one a line; roles-grpc stands for all services of grpc that are listed.
expand_roles() {
  local word role
  for word; do
    if [[ $word == roles-?* ]]; then
      for role in shipping customer product order; do
        ! is_listed "$role-${word#roles-}" || printf '%s\n' "$role-${word#roles-}"
      done | grep . || printf '%s\n' "$word"
    else
      printf '%s\n' "$word"
    fi
  done
}

# check_names: each has to be listed, or have been started; what is removed need not be any more.
check_names() {
  local name
  mapfile -t names < <(expand_roles "${names[@]}")
  for name in "${names[@]}"; do
    [[ $name =~ ^$NAME_PATTERN$ ]] || misuse "expected a name such as grpc@tuned, got '${name:0:60}'"
    [[ $verb == remove || -e $state/$name.server ]] || is_listed "$name" || die 2 "$name is not deployed here; there are: ${listed[*]-none}"
  done
  case $verb in
    run) [[ ${#names[@]} -eq 1 ]] || misuse "run: expected one name" ;;
    remove) [[ ${#names[@]} -gt 0 ]] || mapfile -t names < <(deployed) ;;
    *) [[ ${#names[@]} -gt 0 ]] || names=("${listed[@]}") ;;
  esac
}

main() {
  local verb names list=$HOME_FOLDER/components.txt timeout=60 java jdk="" gc="" count_calls="" lock rest
  read_options "list state timeout jdk gc" "count-calls" "$@"
  verb=${rest[0]:-} names=("${rest[@]:1}")
  one_of "$verb" "${VERBS[@]}" || misuse "'$verb': expected one of: ${VERBS[*]}"
  [[ -z $jdk$gc$count_calls ]] || one_of "$verb" start restart || misuse "--jdk, --gc and --count-calls are of start and restart"
  [[ $timeout =~ ^[0-9]{1,5}$ ]] || misuse "--timeout $timeout: expected a whole number of seconds, up to 99999"
  timeout=$((10#$timeout))
  # shellcheck source=deploy/lib/processes.sh
  . "$HOME_FOLDER/deploy/lib/processes.sh"
  local -a manager=()
  if [[ $(host_conf manager) == systemd ]]; then
    manager=(units)
    # shellcheck source=deploy/lib/units.sh
    . "$HOME_FOLDER/deploy/lib/units.sh"
  fi
  # thaw is for what a freeze that is under way holds
  if ! one_of "$verb" status run thaw can-cut can-loss; then
    mkdir -p "$state" || die 1 "cannot keep state in $state: choose another --state"
    exec {lock}>"$state/.lock"
    flock -w "$LOCK_SECONDS" "$lock" || die 1 "another request is still under way in $state"
  fi
  read_list
  check_names
  case $verb in
    start | restart | deploy | run)
      java=$(host_conf java)
      need_java
      [[ -z $jdk$gc ]] || check_jvm "${names[0]}"
      ;;
  esac
  [[ $verb != stop ]] || mapfile -t -O "${#names[@]}" names < <(idle_without "${names[@]}")
  "${verb}_components" "${names[@]}" </dev/null
}

main "$@"
