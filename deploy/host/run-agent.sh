#!/usr/bin/env bash
# The one command that the first client host's key may run on another one: deploy.sh writes it into
# authorized_keys, as command="...". It is an agent of client-harness.jar, and does nothing else: what the
# other side sends is read by the agent alone, line by line, and ends with the connection.
set -euo pipefail
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

HOME_FOLDER=$(readlink -f "${BASH_SOURCE[0]}")
readonly HOME_FOLDER=${HOME_FOLDER%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$HOME_FOLDER/deploy/lib/tools.sh"

java=$(conf java)
ulimit -Sn "$(ulimit -Hn)"
cd "$HOME_FOLDER"
exec "${java:-java}" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -jar client-harness.jar agent
