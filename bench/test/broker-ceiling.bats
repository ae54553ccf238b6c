#!/usr/bin/env bats
# The broker's ceiling: its arguments, and what is missing. No test of speed, and nothing is fetched.

bats_require_minimum_version 1.5.0
load ../../deploy/test/helper

CEILING=$(cd "$BATS_TEST_DIRNAME/.." && pwd)/broker-ceiling.sh

@test "help names every option" {
  run "$CEILING" --help
  assert_success
  for option in --rounds --seconds --warmup --threads --in-flight --variants --port --perf-test --wait; do
    assert_output --partial -- "$option"
  done
}

@test "misuse ends with 2 and one line that says what was expected" {
  local line
  while read -r line; do
    # without the tool: what is taken by mistake measures nothing, and says another line
    # shellcheck disable=SC2086 # option and value
    run --separate-stderr "$CEILING" $line --perf-test "$BATS_TEST_TMPDIR/none"
    assert_failure 2
    assert_output ""
    # shellcheck disable=SC2154 # "stderr_lines" is set by bats
    [[ ${#stderr_lines[@]} -eq 1 && ${stderr_lines[0]} == *"see --help" ]] || fail "$line: ${stderr_lines[*]}"
  done <<'LINES'
--rounds 0
--seconds 1.5
--warmup none
--threads many
--in-flight 1,0
--variants example,fast
--variants example,,tuned
--variants example,tuned,example
--in-flight 1,64,1
--port 80
--port 70000
--wait x
fetch --rounds 2
sideways
LINES
  run --separate-stderr "$CEILING" --perf-test "$BATS_TEST_TMPDIR/none" --rounds
  assert_failure 2
  assert_equal "$stderr" "broker-ceiling.sh: --rounds needs a value; see --help"
}

@test "an option that does not exist names the nearest" {
  run "$CEILING" --round 3
  assert_failure 2
  assert_output --partial "did you mean --rounds?"
}

@test "a tool that was not fetched is named with what gets it" {
  run "$CEILING" --perf-test "$BATS_TEST_TMPDIR/none"
  assert_failure 2
  assert_output --partial "no PerfTest in $BATS_TEST_TMPDIR/none: bench/broker-ceiling.sh fetch gets it"
}

# fake_maven: one that fetches without a network.
fake_maven() {
  mkdir -p "$BATS_TEST_TMPDIR/bin"
  cat >"$BATS_TEST_TMPDIR/bin/mvn" <<'MVN'
#!/usr/bin/env bash
for word; do [[ $word != -DoutputDirectory=* ]] || touch "${word#*=}/perf-test-9.9.jar" "${word#*=}/other.jar"; done
MVN
  chmod +x "$BATS_TEST_TMPDIR/bin/mvn"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

@test "fetch makes its folder, however that is written, and again in the place of the old one" {
  fake_maven
  local folder="$BATS_TEST_TMPDIR/a place/perf-test"
  run "$CEILING" fetch --perf-test "$folder//"
  assert_success
  assert_output --partial "PerfTest 9.9 is in $folder"
  touch "$folder/perf-test-9.8.jar"
  run "$CEILING" fetch --perf-test "$folder"
  assert_success
  run ls -A "$folder" "$folder/.."
  assert_output "$folder:
other.jar
perf-test-9.9.jar

$folder/..:
perf-test"
}

@test "fetch takes no folder that has something else" {
  fake_maven
  local folder=$BATS_TEST_TMPDIR/mine
  mkdir -p "$folder/letters"
  run "$CEILING" fetch --perf-test "$folder"
  assert_failure 2
  assert_output --partial "it has letters and would be replaced"
  assert test -d "$folder/letters"
  rmdir "$folder/letters"
  touch "$folder/mine.jar"
  run "$CEILING" fetch --perf-test "$folder/"
  assert_failure 2
  assert_output --partial "it has mine.jar and would be replaced"
  assert test -e "$folder/mine.jar"
  run "$CEILING" fetch --perf-test "$folder/mine.jar"
  assert_failure 2
  assert_output --partial "expected a folder, no file"
}
