#!/usr/bin/env bash
# Host A asks host B for its servers: ask-servers.sh VERB SERVER...      with a verb of control-servers.sh
#                                     ask-servers.sh start SERVER... --jdk 25 --gc g1
#                                     ask-servers.sh status [SERVER...]
#                                     ask-servers.sh check        the key alone, without asking B
#
# Only after deploy.sh --control. The key lies in control/ and can do on B what control-servers.sh can,
# and nothing else; B's host key is the one that deploy.sh read on B itself. Exit: B's own (0 done, or
# with status: all run; 1 not; 2 refused), 255 where B cannot be reached.
set -euo pipefail

HOME_FOLDER=$(readlink -f "${BASH_SOURCE[0]}")
readonly HOME_FOLDER=${HOME_FOLDER%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"

readonly KEY=$HOME_FOLDER/control/key

check_key() {
  local mode
  [[ -e $KEY ]] || die 2 "this host has no control key: deploy.sh --control makes one"
  mode=$(stat -c %a "$KEY")
  [[ -O $KEY || $EUID -eq 0 ]] || die 2 "the control key $KEY is not yours: run it as $(stat -c %U "$KEY")"
  [[ $mode == 600 || $mode == 400 ]] ||
    die 2 "a control key that others can read: $KEY has mode $mode, expected 600: run deploy.sh --control again, which makes a new one"
}

check_key
[[ ${1:-} == check ]] || exec ssh -F "$HOME_FOLDER/control/ssh_config" b "$*" </dev/null
