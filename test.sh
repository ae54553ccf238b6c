#!/usr/bin/env bash
# Installs what the tests need, where it may, and runs them: shell, Java, architecture, scripts.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
# shellcheck source=deploy/lib/tools.sh
. deploy/lib/tools.sh

readonly TEST_PACKAGES=(
  shellcheck shfmt bats bats-support bats-assert bats-file # the scripts
  openssh-server rsync iproute2 iputils-ping procps        # the two-host lab
  python3 unzip                                            # foreign clients, archives
  redis-tools python3-grpcio thrift-compiler               # foreign clients, Thrift's compiler
  python3-thrift python3-pika                              # foreign clients
  postgresql                                               # the report's other database
  chromium chromium-driver                                 # the report's reader
  haproxy nginx                                            # what lies between client and server
  rabbitmq-server nats-server                              # the brokers
)
# Of these, what Debian starts as soon as it is installed, and no test needs.
readonly SERVICES=(haproxy nginx rabbitmq-server nats-server)
readonly SLOWEST=10           # that are named at the end
readonly SECOND_NET=10.198.22 # of the second lab; the first one's is the tests' own

usage() {
  cat <<'HELP'
Usage: ./test.sh [--all | --changed BASE | --size] [--no-install]

Runs the tests and ends with one line: N passed, N failed, N skipped. A test that needs root or a
package that cannot be installed here is counted as skipped and says so. Before that line: how long
each stage took, and the slowest tests.

  --all           also the long ones: labs, every path, the brokers' faults, browsers' sizes, soak
  --changed BASE  only the modules and scripts that differ from a commit, and what depends on them
  --size          run nothing; print how large the project is
  --no-install    take the machine as it is

Exit: 0 all passed, 1 one failed, 2 misuse.
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
    say "could not install them; tests that need them will be skipped. Install by hand: sudo apt-get install ${missing[*]}"
  for package in "${SERVICES[@]}"; do
    [[ " ${missing[*]} " != *" $package "* ]] || as_root service "$package" stop >/dev/null 2>&1 || true
  done
}

# lines PATTERN [EXCLUDED]: lines in the tracked files whose path matches.
lines() {
  git ls-files | grep -E "$1" | grep -vE "${2:-^$}" | tr '\n' '\0' | xargs -0 cat | wc -l
}

print_size() {
  printf '%-42s %8s\n' \
    "main Java without rpcx/, lines" "$(lines 'src/(main|generated)/.*\.java$' '^rpcx/')" \
    "its tests" "$(lines 'src/test/.*\.java$' '^rpcx/')" \
    "rpcx/, main Java" "$(lines '^rpcx/.*src/main/.*\.java$')" \
    "rpcx/, tests" "$(lines '^rpcx/.*src/test/.*\.java$')" \
    "shell, with bats" "$(lines '\.(sh|bats|bash)$')" \
    "prose (README, docs, results, CHANGELOG)" "$(lines '\.md$' '^rpcx/|/resources/')" \
    "sentences of the report, words.md" "$(lines '/resources/.*\.md$')" \
    "folders at the top" "$(git ls-tree --name-only -d HEAD | grep -vc '^\.')" \
    "files" "$(git ls-files | wc -l)" \
    "size of a checkout, MB" "$(git ls-files -z | xargs -0 du -cb | awk '$2 == "total" { sum += $1 } END { printf "%.1f", sum / 1e6 }')"
}

shell_files() { git ls-files -- '*.sh' '*.bash' '.ci/run'; }

check_shell() {
  if ! command -v shellcheck >/dev/null || ! command -v shfmt >/dev/null; then
    say "shellcheck or shfmt is missing: the shell is not checked"
    skipped=$((skipped + 1))
    return 0
  fi
  shell_files | xargs -P 2 -n 16 shellcheck -x || return 1
  shell_files | xargs shfmt -d -i 2 -ci || return 1
  check_workflows
}

# Of Go's registry, not Debian's: go install github.com/rhysd/actionlint/cmd/actionlint@latest
check_workflows() {
  if command -v actionlint >/dev/null; then
    actionlint
  else
    say "actionlint is missing: the workflows are not checked"
    skipped=$((skipped + 1))
  fi
}

# changed_modules: the modules with a file that differs from the base, with commas between them.
changed_modules() {
  local file
  git diff --name-only "$base" -- | while read -r file; do
    until [[ $file != */* || -f $file/pom.xml ]]; do file=${file%/*}; done
    [[ ! -f $file/pom.xml || $file == architecture ]] || printf '%s\n' "$file"
  done | sort -u | paste -sd,
}

test_java() {
  local -a which=()
  local modules
  if [[ -n $base ]]; then
    modules=$(changed_modules)
    [[ -n $modules ]] || return 0
    which=(-pl "$modules" -am -amd)
  fi
  [[ $all == no ]] || which+=(-Dtests.excluded=)
  # more than two processors have to do: tests wait for processes that start, and for what shall not come
  mvn -B -ntp -T 3 --fail-at-end -Pchecks "${which[@]}" verify
}

# Behind all others, whose classes it reads.
test_architecture() { mvn -q -B -ntp -Pchecks,architecture -pl architecture verify; }

# What the scripts start, of which the changed modules are a part.
build_jars() { mvn -q -B -ntp -T 2 -DskipTests package; }

# lane NAME FILE...: runs these, in a session of its own: what ends this ends all of it.
lane() {
  local name=$1
  shift
  mkdir "$scratch/$name-reports"
  setsid bats --timing --print-output-on-failure --report-formatter junit --output "$scratch/$name-reports" \
    "${filter[@]}" "$@" >"$scratch/$name.tap" 2>&1 &
  lanes+=("$!")
}

# Three lanes. What stands on a lab's two hosts uses no port of this machine, as little as a file with the tag "portless"
# does; and the acceptance suite takes free ones, or some that no server of ours has.
test_scripts() {
  command -v bats >/dev/null || {
    say "bats is missing: the scripts are not tested"
    skipped=$((skipped + 1))
    return 0
  }
  local status=0 each lost
  local -a filter=(--filter-tags '!long') labs machine
  local no_port='^(# bats file_tags=.*(lab|portless)|load hosts)'
  [[ $all == no ]] || filter=() # bats takes '' for: those without a tag
  mapfile -t labs < <(grep -lE "$no_port" deploy/test/*.bats)
  mapfile -t machine < <(grep -LE "$no_port" deploy/test/*.bats)
  RPC_STRESS_LAB_NET=$SECOND_NET lane labs "${labs[@]}"
  lane acceptance architecture/acceptance/*.bats
  lane machine "${machine[@]}"
  for each in "${lanes[@]}"; do
    wait "$each" || status=1
  done
  lanes=()
  cat "$scratch"/*.tap
  # planned and without a result, because their runner was ended: they have failed
  lost=$(awk '/^1\.\.[0-9]+$/ { sum += substr($0, 4) } /^(not )?ok / { sum-- } END { print sum + 0 }' "$scratch"/*.tap)
  [[ $lost -eq 0 ]] || say "$lost tests of the scripts did not run"
  failed=$((failed + lost))
  return "$status"
}

# suites: the first line of each class, and each file of the scripts' tests, that ran just now, as the runners wrote it down.
suites() {
  find . "$scratch" -path '*-reports/*.xml' -newer "$stamp" -exec sed -n 's/.*<testsuite \(.*\)/\1/p' {} +
}

# Adds up what the runners wrote down, so that the last line is the whole truth.
count_tests() {
  local counts tests bad left_out
  counts=$(suites |
    awk '{ for (i = 1; i <= NF; i++) if (split($i, pair, "=") == 2) {
             gsub(/[">]/, "", pair[2])
             if (pair[1] == "tests") tests += pair[2]
             if (pair[1] == "errors" || pair[1] == "failures") failed += pair[2]
             if (pair[1] == "skipped") skipped += pair[2] } }
         END { printf "%d %d %d", tests, failed, skipped }')
  read -r tests bad left_out <<<"$counts"
  passed=$((tests - bad - left_out))
  failed=$((failed + bad))
  skipped=$((skipped + left_out))
}

# slowest: "SECONDS NAME", the slowest first.
slowest() {
  suites |
    sed -nE 's/.*name="([^"]*)".* time="([0-9.,]+)".*/\2 \1/p; t; s/.*time="([0-9.,]+)".* name="([^"]*)".*/\1 \2/p' |
    tr -d ',' | sort -rn | awk -v n="$SLOWEST" 'NR <= n'
}

# table TITLE: what comes in, a line each, with the seconds in a column; nothing where nothing comes.
table() {
  awk -v title="$1" 'NR == 1 { print title } { seconds = $1; sub(/^[^ ]+ /, ""); printf "%8.1f s  %s\n", seconds, $0 }'
}

print_times() {
  printf '%s\n' "${times[@]}" | table "stages:"
  slowest | table "slowest test classes, and files of the scripts' tests:"
}

# However this ends, nothing that it started goes on.
leave() {
  local each
  for each in "${lanes[@]}"; do
    kill -- "-$each" 2>/dev/null || true
  done
  rm -rf "$scratch"
}

main() {
  local all=no changed="" size=no no_install=no base rest
  local passed failed=0 skipped=0 broken=() times=() stage started
  read_options changed "all size no-install" "$@"
  [[ ${#rest[@]} -eq 0 ]] || die 2 "'${rest[0]}': expected options alone (--help has them)"
  base=$changed
  [[ -z $base ]] || git rev-parse -q --verify "$base^{commit}" >/dev/null || die 2 "--changed '$base': a commit expected"
  if [[ $size == yes ]]; then
    print_size
    return 0
  fi
  need_jdk
  [[ $no_install == yes ]] || install_test_packages
  scratch=$(mktemp -d)
  lanes=()
  trap leave EXIT
  stamp=$scratch/stamp
  : >"$stamp"
  local -a stages=(check_shell test_java test_architecture test_scripts)
  [[ -z $base ]] || stages=(check_shell test_java)
  [[ -z $base ]] || git diff --quiet "$base" -- '*.sh' '*.bats' '*.bash' || stages+=(build_jars test_scripts)
  for stage in "${stages[@]}"; do
    say "== ${stage//_/ }"
    started=$SECONDS
    "$stage" || broken+=("${stage//_/ }")
    times+=("$((SECONDS - started)) ${stage//_/ }")
  done
  count_tests
  print_times
  [[ ${#broken[@]} -eq 0 ]] || say "failed: ${broken[*]}"
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [[ ${#broken[@]} -eq 0 && $failed -eq 0 ]]
}

main "$@"
