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
  gcc libc6-dev wrk nghttp2-client                         # the clients that bench/ compares with
  redis-tools                                              # the foreign Redis clients
  postgresql mariadb-server                                # the report's databases
  chromium chromium-driver                                 # the report's reader
)

usage() {
  cat <<'HELP'
Usage: ./test.sh [--no-install]

Runs every test and ends with one line: N passed, N failed, N skipped. A test that needs root or a
package that cannot be installed here is counted as skipped and says so.
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
  shell_files | xargs shellcheck -x || return 1
  shell_files | xargs shfmt -d -i 2 -ci
}

test_java() { mvn -B -ntp verify; }

test_scripts() {
  command -v bats >/dev/null || {
    say "bats is missing: the scripts are not tested"
    skipped=$((skipped + 1))
    return 0
  }
  bats --timing deploy/test bench/test | tee "$tap"
}

# Adds up what the runners wrote down, so that the last line is the whole truth.
count_java() {
  local counts
  counts=$(find . -path '*-reports/TEST-*.xml' -newer "$stamp" -exec sed -n 's/.*<testsuite \(.*\)/\1/p' {} + |
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

count_scripts() {
  skipped=$((skipped + $(grep -c '^ok .*# skip' "$tap" || true)))
  passed=$((passed + $(grep '^ok ' "$tap" | grep -vc '# skip' || true)))
  failed=$((failed + $(grep -c '^not ok ' "$tap" || true)))
}

main() {
  local passed=0 failed=0 skipped=0 broken=() stage
  case ${1:-} in
    "") ;;
    --no-install) ;;
    -h | --help) usage && return 0 ;;
    *) die 2 "unknown option '$1'; --help has the one there is" ;;
  esac
  need_jdk
  [[ ${1:-} == --no-install ]] || install_test_packages

  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  tap=$scratch/bats.tap stamp=$scratch/stamp
  : >"$tap" && : >"$stamp"
  for stage in check_shell test_java test_scripts; do
    say "== ${stage//_/ }"
    "$stage" || broken+=("${stage//_/ }")
  done
  count_java
  count_scripts
  [[ ${#broken[@]} -eq 0 ]] || say "failed: ${broken[*]}"
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [[ ${#broken[@]} -eq 0 && $failed -eq 0 ]]
}

main "$@"
