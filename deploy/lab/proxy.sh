#!/usr/bin/env bash
# ssh's ProxyCommand into a host of the lab: proxy.sh PID ADDRESS PORT
#
# Nothing outside has a route into the lab, so the connection is opened from within the network
# namespace of the host itself. It does not pass the lab's link: it stays quick at 1 Mbps and alive
# while the link is down, like a cloud's console network.
set -euo pipefail

# shellcheck disable=SC2016 # expanded by the inner shell
exec nsenter --target "$1" --net -- bash -c '
  exec 3<>"/dev/tcp/$1/$2" || exit 1
  cat <&3 &
  reader=$!
  cat >&3 || true
  kill "$reader" 2>/dev/null || true
' proxy "$2" "$3"
