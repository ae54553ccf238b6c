#!/usr/bin/env bash
# Installs what the tests need, where it may, and runs all of them.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=deploy/lib/tools.sh
. deploy/lib/tools.sh

need_jdk
mvn -B -ntp verify
