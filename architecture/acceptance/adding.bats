#!/usr/bin/env bats
# docs/adding.md as its reader follows it, on a copy of the tree: its steps by sed, and its own commands, from the copy of
# a technology to a measured point of a new one.

load ../../deploy/test/helper

readonly NAME=demo TYPE=29 PORT=9029

# commands_of PAGE: the first block of commands that names a technology, up to the one that stops its server.
commands_of() {
  awk '/^```/ { inside = !inside; next } inside && /<name>/ { on = 1 } inside && on { print } /^kill/ && on { exit }' "$1" |
    sed "s/<name>/$NAME/g"
}

# bats test_tags=long
@test "adding.md: a copied technology is built, served and measured by the page's own commands" {
  local tree=$BATS_TEST_TMPDIR/tree
  mkdir "$tree"
  git -C "$BATS_TEST_DIRNAME/../.." ls-files -z | (cd "$BATS_TEST_DIRNAME/../.." && xargs -0 cp --parents -t "$tree")
  cd "$tree"

  cp -r technologies/rsocket "technologies/$NAME" # 1
  find "technologies/$NAME" -depth -name 'rsocket' -execdir mv {} "$NAME" ';'
  grep -rlE 'rsocket|9015|15' "technologies/$NAME" | xargs sed -i -E \
    "s/(rpcstress\.(driver|server))\.rsocket/\1.$NAME/; s/(driver|server)-rsocket/\1-$NAME/; s/\"rsocket\"/\"$NAME\"/
     s/PORT = 9015/PORT = $PORT/; s/TYPE = 15/TYPE = $TYPE/"
  sed -i "s~ *<module>client-harness</module>~<module>technologies/$NAME/server</module><module>technologies/$NAME/driver</module>&~" pom.xml # 2

  commands_of docs/adding.md >commands
  assert_equal "$(grep -c "$NAME" commands)" 3
  run -0 bash -ec 'trap "kill \$(jobs -p) 2>/dev/null || true" EXIT; . ./commands' # which may fail before its own kill
  assert_line --regexp "^$NAME .*7.* 100"
}
