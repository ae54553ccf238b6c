#!/usr/bin/env bash
# The one command that host A's key may run on host B: deploy.sh --control writes it into
# authorized_keys, as command="...". Starts, stops, restarts, kills, and tells the state of the servers
# that the deployment lists, and does nothing else.
#
# What A asked for stands in SSH_ORIGINAL_COMMAND:  start|stop|restart|kill SERVER...  |  status [SERVER...]
#
# Every word is compared with a list, none is ever run. "status" prints "SERVER running|dead"; "stop"
# lets calls drain, "kill" does not; both keep the server down until it is started, also against
# Restart=always and supervise.sh, and none of them counts as a server that died.
set -euo pipefail
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C

HOME_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly HOME_FOLDER
# shellcheck source=deploy/host/conf.sh
. "$HOME_FOLDER/deploy/host/conf.sh"
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"

readonly VERBS=(start stop restart kill status)
readonly MAX_CHARS=2000 # of a request
readonly LOCK_SECONDS=120
readonly NAME='[a-z0-9]+(-[a-z0-9]+)*(@[a-z0-9]+(-[a-z0-9]+)*)?'

# refuse TEXT...: one line for A, without what it sent: that could be anything.
refuse() { die 2 "$*"; }

main() {
  local asked=${SSH_ORIGINAL_COMMAND:-} verb name
  local -a words=() listed=() command=("$HOME_FOLDER/deploy/host/services.sh")
  [[ ${#asked} -le $MAX_CHARS ]] || refuse "a request of ${#asked} characters: at most $MAX_CHARS expected"
  [[ $asked =~ ^(start|stop|restart|kill|status)(\ $NAME)*$ ]] ||
    refuse "expected one of ${VERBS[*]}, and names of servers"
  read -r -a words <<<"$asked"
  verb=${words[0]} words=("${words[@]:1}")
  IFS=, read -r -a listed <<<"$(conf technologies)"
  [[ ${#listed[@]} -gt 0 ]] || refuse "this host has no servers deployed"
  for name in ${words[@]+"${words[@]}"}; do
    [[ " ${listed[*]} " == *" $name "* ]] || refuse "$name is not deployed here; there are: ${listed[*]}"
  done
  if [[ ${#words[@]} -eq 0 ]]; then
    [[ $verb == status ]] || refuse "$verb: expected names of servers; there are: ${listed[*]}"
    words=("${listed[@]}")
  fi
  if [[ $EUID -ne 0 && $(conf user) != "$(id -un)" ]]; then
    command=(sudo -n "${command[@]}") # as deploy.sh itself does it there
  fi
  exec {lock}>"$HOME_FOLDER/.control.lock"
  [[ $verb == status ]] || flock -w "$LOCK_SECONDS" "$lock" || die 1 "another request is still under way"
  # without the lock, which a server would keep
  "${command[@]}" "ordered-$verb" "${words[@]}" </dev/null {lock}>&-
}

main
