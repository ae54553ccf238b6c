#!/usr/bin/env bats
# bats file_tags=portless
# The systemd unit, which another program reads.

load helper

@test "systemd accepts the unit once its places are filled in, and finds it well confined" {
  command -v systemd-analyze >/dev/null || skip "there is no systemd-analyze here"
  local unit=$BATS_TEST_TMPDIR/rpc-stress@.service
  sed -e "s|@FOLDER@|$(dirname "$DEPLOY")|g" -e 's|@USER@|daemon|g' \
    "$DEPLOY/systemd/rpc-stress@.service" >"$unit"
  run -0 systemd-analyze verify "$unit"
  refute_output --partial "Unknown"
  refute_output --partial "$unit"
  # 0 is confined, 10 is not; older versions cannot look at a file
  systemd-analyze --help | grep -q -- --offline || return 0
  run -0 systemd-analyze security --offline=yes --threshold=35 "$unit"
}
