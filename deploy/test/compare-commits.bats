#!/usr/bin/env bats
# Two commits of a clone, measured in turns. The clone is a small one: each commit's sweep.sh notes which commit it is of,
# and measures with this tree's jars.

load helper

readonly COMPARE=$DEPLOY/compare-commits.sh
# Neither warmth nor speed is what this is about.
readonly SMALL=(--protocols tcp --threads 2 --requests 40 --runs 3 --retry-flagged 0 --server-warmup 0s)

setup_file() {
  quick_java
  CLONE=$BATS_FILE_TMPDIR/clone
  export CLONE
  git init -q -b main "$CLONE"
  ln -s "$(readlink -f "$DEPLOY/../analysis/target/analysis.jar")" "$CLONE/analysis.jar"
  commit base
  commit head
}

# commit NAME: adds one, with a tag of that name.
commit() {
  cat >"$CLONE/sweep.sh" <<SWEEP
#!/usr/bin/env bash
echo "$1" >>"\$MEASURED"
exec "$DEPLOY/../sweep.sh" "\$@"
SWEEP
  chmod +x "$CLONE/sweep.sh"
  git -C "$CLONE" add .
  git -C "$CLONE" -c user.name=test -c user.email=test@example.com commit -q -m "$1"
  git -C "$CLONE" tag "$1"
}

setup() {
  cd "$CLONE" || return
  export MEASURED=$BATS_TEST_TMPDIR/measured GITHUB_STEP_SUMMARY=$BATS_TEST_TMPDIR/step.md
  OUT=$BATS_TEST_TMPDIR/out
}

# starts SIDE: when each of its processes began to measure.
starts() {
  python3 - "$OUT/$1/raw" <<'PY'
import csv, pathlib, sys
for file in sorted(pathlib.Path(sys.argv[1]).rglob("*.csv")):
    print(min(row["startedAt"] for row in csv.DictReader(open(file))))
PY
}

# bats test_tags=long
@test "two commits in turns: both measured in each round, one comparison, no checkout left" {
  run -0 "$COMPARE" base head --repeat 3 --undecided pass --out "$OUT" -- "${SMALL[@]}"
  assert_output --partial tcp
  assert_equal "$(sort "$MEASURED" | uniq -c | xargs)" '3 base 3 head'
  assert_equal "$(cut -d ' ' -f 2 "$OUT/order.txt")" "$(<"$MEASURED")"
  assert_equal "$(cut -d ' ' -f 1 "$OUT/order.txt" | xargs)" '1 1 2 2 3 3'
  # neither side is over before the other has begun
  [[ $(starts base | sort | head -n 1) < $(starts head | sort | tail -n 1) ]]
  [[ $(starts head | sort | head -n 1) < $(starts base | sort | tail -n 1) ]]
  [[ -s $OUT/compare.html ]]
  cmp "$OUT/summary.md" "$GITHUB_STEP_SUMMARY"
  assert_equal "$(git worktree list | wc -l)" 1
}

# bats test_tags=long
@test "the gate's exit code is the script's: one process a side shows nothing" {
  run -3 "$COMPARE" "$CLONE" head --repeat 1 --out "$OUT" -- "${SMALL[@]}"
  assert_output --partial undecided
  assert_equal "$(git worktree list | wc -l)" 1
}

@test "misuse: exit 2, one line, nothing measured, nothing checked out" {
  local words value
  while IFS=';' read -r words value; do
    # shellcheck disable=SC2086 # words are words
    run -2 "$COMPARE" $words
    assert_output --partial "$value"
  done <<'BAD'
base;BASE and HEAD
base nosuch;nosuch
base head --repeat 0;--repeat
base head --seed x;--seed
base head --out .;--out
base head --nosuch;--nosuch
BAD
  [[ ! -e $MEASURED ]]
  assert_equal "$(git worktree list | wc -l)" 1
}
