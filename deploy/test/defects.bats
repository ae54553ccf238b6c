#!/usr/bin/env bats
# Defects seen in published harnesses that a look at the scripts themselves can find.
# docs/defects.md lists all sixteen, and a build fails when one of the tests it names is gone.

load helper

ROOT=$(cd "$DEPLOY/.." && pwd)

# The names of all files, looked up hundreds of times.
setup_file() { find "$ROOT" \( -name target -o -name .git \) -prune -o -print >"$BATS_FILE_TMPDIR/files"; }

# code FILE: its lines without comments, so that a test reads what is run.
code() { grep -vE '^[[:space:]]*#' "$1"; }

scripts() {
  printf '%s\n' "$ROOT/.ci/run"
  find "$ROOT" -name '*.sh' -not -path '*/target/*' -not -path '*/test/*' -not -path '*/results/*'
  find "$DEPLOY" -name '*.py'
}

guides() {
  printf '%s\n' "$ROOT/README.md"
  find "$ROOT/docs" "$ROOT/results" -maxdepth 1 -name '*.md'
}

# writes FILE NAME: whether a line of it makes that file.
writes() { grep -qE ">\"?[^ >\"]*\b${2//./\\.}\b" "$1"; }

# named_files FILE...: "FILE: NAME" for each file of ours that a line of theirs names, and none makes.
named_files() {
  local file name
  for file in "$@"; do
    # what a variable holds is a folder of ours; a pattern or a place-holder names no file
    grep -oE '[][A-Za-z0-9_@./$<>{}*-]+\.(sh|bash|py|service|yaml)\b' "$file" |
      sed -E 's/^"?\$\{?[A-Za-z_]+\}?\///; s/^\.\///' | grep -vE '[][$<>{}*]|^/' | sort -u |
      while IFS= read -r name; do
        writes "$file" "$name" || printf '%s: %s\n' "${file#"$ROOT/"}" "$name"
      done
  done
}

exists() { grep -q "/${1//./\\.}\$" "$BATS_FILE_TMPDIR/files"; }

@test "defect 13: every file that a script or a page names is there" {
  local line found=0 missing=()
  local -a files
  mapfile -t files < <(
    scripts
    guides
  )
  while IFS= read -r line; do
    found=$((found + 1))
    exists "${line#*: }" || missing+=("$line")
  done < <(named_files "${files[@]}")
  ((found > 50)) || fail "only $found names found: this test looks in the wrong place"
  printf '%s\n' "${missing[@]}"
  ((${#missing[@]} == 0))
}

@test "defect 13: every class that a script starts is there" {
  local file class found=0
  while IFS= read -r file; do
    while IFS= read -r class; do
      found=$((found + 1))
      exists "src/main/java/${class//.//}.java" || writes "$file" "${class##*.}.java" ||
        fail "${file#"$ROOT/"}: $class is started and is not there"
    done < <(code "$file" | grep -oE 'io\.rpcstress(\.[a-z]+)+\.[A-Z][A-Za-z]+' | sort -u)
  done < <(scripts)
  ((found > 0))
}

@test "defect 14: no script ends processes by their names" {
  local file
  while IFS= read -r file; do
    run grep -nE '\b(pkill|killall|pgrep|pidof|fuser)\b' <(code "$file")
    assert_failure 1
  done < <(scripts)
}

@test "defect 16: no script reads results out of what a program prints" {
  local file
  while IFS= read -r file; do
    # what "run" and "rate" print goes to a person or into a log, never into a pipe or a variable
    run grep -nE '(client|attended|[_-]jar"?|\.jar"?) +(run|rate)\b.*[^|]\|[^|]' <(code "$file")
    assert_failure 1
    run grep -nE '\$\([^)]*(client|attended|[_-]jar"?|\.jar"?) +(run|rate)\b' <(code "$file")
    assert_failure 1
    # and nobody takes numbers from that log
    run grep -nE '\b(awk|sed|cut|grep|read)\b.*run\.txt' <(code "$file")
    assert_failure 1
  done < <(scripts)
}
