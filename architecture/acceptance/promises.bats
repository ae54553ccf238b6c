#!/usr/bin/env bats
# The names that CHANGELOG.md promises. What is new may come and needs no entry before the next release; where a
# promise is to be broken: architecture/acceptance/promises.sh NAME >architecture/acceptance/promises/NAME.txt, in a commit
# that says why and how users convert.

load ../../deploy/test/helper

setup_file() { quick_java; }

# gone NAME: what is kept of these and is not there any more.
gone() { LC_ALL=C comm -23 "$BATS_TEST_DIRNAME/promises/$1.txt" <("$BATS_TEST_DIRNAME/promises.sh" "$1"); }

@test "no column of a raw file is gone" {
  run -0 gone columns
  assert_output ""
}

@test "no option of a command or script is gone" {
  run -0 gone options
  assert_output ""
}

@test "nothing that a driver of SPI version 1 uses is gone, and nothing that it lacks is asked of it" {
  run -0 gone driver-api
  assert_output ""
  # An abstract method of a new type is nothing that an earlier driver lacks.
  local kept=$BATS_TEST_DIRNAME/promises/driver-api.txt
  run -0 awk -F: 'NR == FNR { kept[$0]; types[$1]; next } / abstract / && !($0 in kept) && $1 in types' \
    "$kept" <("$BATS_TEST_DIRNAME/promises.sh" driver-api)
  assert_output ""
}
