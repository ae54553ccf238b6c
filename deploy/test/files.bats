#!/usr/bin/env bats
# bats file_tags=portless
# Files that other programs read: the user-data of a VM and the systemd unit.

load helper

@test "the user-data is a cloud-config that YAML can read, and cloud-init accepts where it is installed" {
  python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml"
  run head -n 1 "$DEPLOY/cloud-init.yaml"
  assert_output "#cloud-config"
  run python3 - "$DEPLOY/cloud-init.yaml" <<'PYTHON'
import sys, yaml
config = yaml.safe_load(open(sys.argv[1]))
known = {"package_update", "packages", "write_files", "runcmd", "final_message"}
assert set(config) <= known, set(config) - known
for file in config["write_files"]:
    assert file["path"].startswith("/") and isinstance(file["permissions"], str), file
    assert file["content"].endswith("\n"), file["path"]
PYTHON
  assert_success
  if command -v cloud-init >/dev/null; then
    run -0 cloud-init schema --config-file "$DEPLOY/cloud-init.yaml"
  fi
}

@test "the scripts in the user-data are clean" {
  python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml"
  command -v shellcheck >/dev/null || skip "shellcheck is not installed"
  python3 - "$DEPLOY/cloud-init.yaml" >"$BATS_TEST_TMPDIR/script" <<'PYTHON'
import sys, yaml
config = yaml.safe_load(open(sys.argv[1]))
[script] = [f["content"] for f in config["write_files"] if f["content"].startswith("#!")]
print(script)
for command in config["runcmd"]:
    if command[:2] == ["sh", "-c"]:
        print(command[2])
PYTHON
  run -0 shellcheck -s sh "$BATS_TEST_TMPDIR/script"
}

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
