#!/usr/bin/env bash
# Two commits on one machine: built, measured in turns, compared, and judged by the gate of compare.
set -euo pipefail

home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"

# What is measured where nothing else is said. A process whose steady state is assumed would carry no verdict.
readonly GRID=(--protocols rpcx --threads "10,100" --duration 1s --windows 5 --warmup 8s --until-steady --warmup-cap 40s)

usage() {
  cat <<'HELP'
Usage: deploy/compare-commits.sh BASE HEAD [options] [-- options of sweep.sh]

Builds two commits, measures them on this machine and compares them. They take
turns in random order, one process of each at a time. BASE and HEAD are commits
of the clone in the current folder, or folders with a checkout. Options of
sweep.sh choose what is measured (default: rpcx, 10 and 100 threads, steady).

  --repeat N                processes of each side (default: 5, for a verdict)
  --fail-if-slower PERCENT  the gate, as for analysis compare (default: 10%)
  --undecided pass|fail     exit with 0 or 1 if undecided (default: 3)
  --seed N                  seed of the order (default: 1)
  --out DIR                 default: results/<date>-<time> of the clone

DIR has both sweeps (base, head), order.txt, compare.html and summary.md: the
comparison and the numbers of HEAD in Markdown. On GitHub that is also the
summary of the step.

Exit: 0 not slower, 1 slower or failed, 2 misuse, 3 undecided, 130 interrupted.
HELP
}

# checkout SIDE NAME: sets trees[SIDE] to the folder of a commit, which is made, or to that which is named.
checkout() {
  local side=$1 name=$2
  if [[ -d $name && -x $name/sweep.sh ]]; then
    trees[$side]=$(readlink -f "$name")
    return
  fi
  git rev-parse -q --verify "$name^{commit}" >/dev/null || die 2 "'$name': a commit of this clone expected, or the folder of a checkout"
  trees[$side]=$scratch/$side
  git worktree add -q --detach "${trees[$side]}" "$name" >&2 || die 1 "git could not check $name out"
}

# measure SIDE ROUND: one process more of each point. Points that fail are the comparison's to judge.
measure() {
  local status=0
  printf '%s %s\n' "$2" "$1" >>"$out/order.txt"
  "${trees[$1]}/sweep.sh" --local --no-report --no-calibrate --repeat "$2" --out "$out/$1" "${grid[@]}" >&2 || status=$?
  [[ $status -le 1 ]] || exit "$status"
}

# in_turns: each round has both sides; which one is first is drawn.
in_turns() {
  local round
  RANDOM=$seed
  for ((round = 1; round <= repeat; round++)); do
    if ((RANDOM % 2)); then
      measure base "$round" && measure head "$round"
    else
      measure head "$round" && measure base "$round"
    fi
  done
}

analysis() { "$java" "${BRIEF_JVM[@]}" -jar "$jar" "$@"; }

# judge: prints the comparison, and ends as its gate.
judge() {
  local status=0
  local -a gate=(--fail-if-slower "$fail_if_slower" --html "$out/compare.html")
  [[ -z $undecided ]] || gate+=(--undecided "$undecided")
  analysis compare "$out/base" "$out/head" "${gate[@]}" >"$scratch/compare.md" || status=$?
  {
    cat "$scratch/compare.md"
    printf '\n'
    analysis summary "$out/head" || true # what it could not read, it says; the gate has judged
  } >"$out/summary.md"
  cat "$scratch/compare.md"
  [[ -z ${GITHUB_STEP_SUMMARY:-} ]] || cat "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"
  return "$status"
}

scratch="" # for leave, which runs behind main
declare -A trees=()

leave() {
  local side
  for side in base head; do
    [[ ${trees[$side]-} != "$scratch/$side" ]] || git worktree remove --force "$scratch/$side" || true
  done
  rm -rf "$scratch"
}

main() {
  local repeat=5 fail_if_slower=10% undecided="" seed=1 out="" jar java=""
  local -a rest grid words=("$@") own=()
  # what stands behind -- is sweep.sh's
  while [[ ${#words[@]} -gt 0 && ${words[0]} != -- ]]; do
    own+=("${words[0]}")
    words=("${words[@]:1}")
  done
  grid=("${words[@]:1}")
  [[ ${#grid[@]} -gt 0 ]] || grid=("${GRID[@]}")
  read_options "repeat fail-if-slower undecided seed out" "" "${own[@]}"
  [[ ${#rest[@]} -eq 2 ]] || die 2 "${#rest[@]} arguments: BASE and HEAD expected (see --help)"
  [[ $repeat =~ ^[1-9][0-9]{0,2}$ ]] || die 2 "--repeat '$repeat': expected 1 to 999"
  [[ $seed =~ ^[0-9]{1,9}$ ]] || die 2 "--seed '$seed': expected a number"
  out=$(readlink -m "${out:-results/$(date +%Y%m%d-%H%M%S)}")
  [[ ! -e $out ]] || die 2 "--out $out: is there already; choose another folder"
  scratch=$(mktemp -d)
  trap leave EXIT
  checkout base "${rest[0]}"
  checkout head "${rest[1]}"
  build_if_needed "${trees[base]}" client-harness
  build_if_needed "${trees[head]}" client-harness analysis
  need_java
  jar=$(find_jar "${trees[head]}" analysis) || die 2 "there is no analysis.jar in ${rest[1]}"
  mkdir -p "$out"
  in_turns
  judge
}

main "$@"
