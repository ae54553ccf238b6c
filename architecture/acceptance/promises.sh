#!/usr/bin/env bash
# promises.sh columns|options|driver-api: the names that there are now, one a line. What is kept of them stands in
# promises/; CHANGELOG.md says what that means.
set -euo pipefail

tree=${RPC_STRESS_TREE:-$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..}
client=$tree/client-harness/target/client-harness.jar
analysis=$tree/analysis/target/analysis.jar

# Of a row that needs no server.
columns() {
  local out
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  java -jar "$client" run --protocol in-process --operation place-order --threads 1 --requests 1 --runs 1 --out "$out" >/dev/null 2>&1
  head -qn 1 "$out"/raw/in-process/*.csv | tr ',' '\n'
}

# options_in PROGRAM: of its help, as "PROGRAM --OPTION".
options_in() { sed -nE "s~^ {0,6}(-[a-zA-Z], )?(--[a-z][a-z-]+).*~$1 \2~p"; }

# all_of PROGRAM...: its help with every option.
all_of() { "$@" --help-all 2>/dev/null || "$@" --help; }

# commands_of JAR: the names in its list of commands.
commands_of() { java -jar "$1" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'; }

options() {
  local command script
  for command in $(commands_of "$client"); do
    all_of java -jar "$client" "$command" | options_in "client-harness $command"
  done
  for command in $(commands_of "$analysis"); do
    all_of java -jar "$analysis" "$command" | options_in "analysis $command"
  done
  for script in sweep.sh deploy/{deploy,run-sweep,collect,servers,lab,line}.sh; do
    all_of "$tree/$script" | options_in "$script"
  done
}

# The public types that a driver sees, and their public members.
driver_api() {
  local classes=$tree/core/driver-api/target/classes
  find "$classes/io/rpcstress/driver" -maxdepth 1 -name '*.class' ! -name '*-info.class' ! -regex '.*\$[0-9].*' -print0 | xargs -0 javap -public -cp "$classes" |
    awk '/^(public|protected).* [{]$/ { type = $0; sub(/ [{]$/, "", type); print type; next }
         /^[^ ]/ { type = "" }
         type != "" && /^ / && !/ (equals|hashCode|toString)\(/ { name = type; sub(/.*(class|interface) /, "", name); sub(/[< ].*/, "", name); sub(/^ +/, ""); print name ": " $0 }' |
    sed -E 's/(java\.lang|java\.util|io\.rpcstress\.driver)\.([A-Z])/\2/g'
}

case ${1:-} in
  columns) columns ;;
  options) options ;;
  driver-api) driver_api ;;
  *) exit 2 ;;
esac | LC_ALL=C sort -u
