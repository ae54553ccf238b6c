#!/usr/bin/env bash
# The one command that host A's key may run on host B: deploy.sh --control writes it into
# authorized_keys, as command="...". Starts, stops, restarts, kills, disturbs, and tells the state of the components
# that the deployment lists (components.txt), and does nothing else.
#
# What A requests stands in SSH_ORIGINAL_COMMAND:  VERB SERVER...
#                                                  status [SERVER...]
# To start them on a JDK of this host, by its number, with another collector, or counting calls by their numbers:
# start SERVER... [--jdk 25] [--gc g1] [--count-calls]
#
# A word is letters, digits and hyphens, components.sh compares it with its list, and none is ever run. "status" prints
# "SERVER running|dead"; "freeze" and "cut" are for 5 s, "loss" for 10 s, "neighbour" for 20 s; "stop" lets calls drain, "kill" does not; both
# keep the server down until it is started, also against Restart=always, and none of them counts as a server that died.
set -euo pipefail
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C

HOME_FOLDER=$(readlink -f "${BASH_SOURCE[0]}")
readonly HOME_FOLDER=${HOME_FOLDER%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"
readonly VERBS=(start stop restart kill freeze thaw neighbour cut can-cut loss can-loss status)
readonly NAME_PATTERN='[a-z0-9]+(-[a-z0-9]+)*(@[a-z0-9]+)?'
readonly MAX_CHARS=2000 # of a request

# refuse TEXT...: one line for A, without what it sent: that could be anything.
refuse() { die 2 "$*"; }

main() {
  local request=${SSH_ORIGINAL_COMMAND:-} verbs
  local -a words command=("$HOME_FOLDER/deploy/host/components.sh")
  [[ ${#request} -le $MAX_CHARS ]] || refuse "a request of ${#request} characters: at most $MAX_CHARS expected"
  verbs=$(IFS='|' && echo "${VERBS[*]}")
  [[ $request =~ ^($verbs)(\ $NAME_PATTERN)*$ ||
    $request =~ ^start(\ $NAME_PATTERN)+(\ --jdk\ [0-9]{2,3})?(\ --gc\ [a-z0-9]{2,20})?(\ --count-calls)?$ ]] ||
    refuse "expected one of ${VERBS[*]}, and names of servers"
  read -r -a words <<<"$request"
  [[ -s $HOME_FOLDER/components.txt ]] || refuse "this host has no servers deployed"
  [[ ${#words[@]} -gt 1 || $request == status ]] ||
    refuse "$request: expected names of servers; there are: $(cut -f 1 "$HOME_FOLDER/components.txt" | paste -sd ' ')"
  if [[ $EUID -ne 0 && $(conf user) != "$(id -un)" ]]; then
    command=(sudo -n "${command[@]}") # as deploy.sh itself does it there
  fi
  if [[ ${words[0]} == status ]]; then
    "${command[@]}" "${words[@]}" </dev/null | cut -d ' ' -f 1,2
  else
    "${command[@]}" "${words[@]}" </dev/null
  fi
}

main
