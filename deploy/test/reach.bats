#!/usr/bin/env bats
# What deploy.sh and run-sweep.sh say of hosts that cannot be reached, or whose owner is hostile.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_sshd
}

teardown_file() { stop_sshd; }

setup() { :; }

local_deploy() { run timeout 120 "$CLONE/deploy/deploy.sh" "$@"; }

@test "a host that cannot be reached: one line that says why and what to do" {
  need_sshd
  local config expected
  while IFS='|' read -r config expected; do
    local_deploy --client A --server B --ssh-config "$SSHD/$config"
    assert_failure 1
    one_line "$expected"
  done <<'CASES'
nosshd|A: no sshd answers; start it there
otherkey|A: it refuses your key; check user and key, or: ssh-copy-id A
unknown|A: its host key is not known here; log in by hand once
changed|ssh-keygen -R 127.0.0.2
CASES
  local_deploy --client user@host.invalid --server B
  assert_failure 1
  one_line "user@host.invalid: no such host; check the name"
}

@test "an IPv6 address is logged in to and copied to, whether it stands in brackets or not" {
  need_sshd
  grep -q '^0*1 ' /proc/net/if_inet6 2>/dev/null || skip "needs IPv6"
  local target
  mkdir "$BATS_TEST_TMPDIR/picture"
  echo copied >"$BATS_TEST_TMPDIR/picture/file"
  for target in "$(id -un)@[::1]" ::1; do
    # shellcheck disable=SC2016 # expanded by that shell
    run -0 bash -c 'set -euo pipefail
      for each in tools remote copy; do . "$0/lib/$each.sh"; done
      target=$1 folder=$2
      need_target --client target
      trap remote_end EXIT
      remote_begin "$3"
      connect "$target"
      copy "$target" "$4"' "$DEPLOY" "$target" "$BATS_TEST_TMPDIR/there" "$SSHD/good" "$BATS_TEST_TMPDIR/picture"
    assert [ "$(cat "$BATS_TEST_TMPDIR/there/file")" = copied ]
    rm -r "$BATS_TEST_TMPDIR/there"
  done
}

# hostile [NAME=VALUE...]: deploys to hosts whose owner answers by these, and otherwise with $ATTACK. Anything that
# a host made this machine run leaves $TOUCHED.
hostile() {
  [[ -n $BUILT ]] || skip "nothing is built: mvn -DskipTests package"
  TOUCHED=$BATS_TEST_TMPDIR/touched
  ATTACK="a[\$(touch $TOUCHED)]"
  mkdir -p "$BATS_TEST_TMPDIR/bin"
  cat >"$BATS_TEST_TMPDIR/bin/ssh" <<'SSH'
#!/usr/bin/env bash
command=${*: -1}
[[ " $* " == *" -G "* || " $* " == *" -fN "* ]] || printf '%s' "${BANNER:-}"
case " $* " in
  *" -G "*) printf 'hostname 192.0.2.%d\nport 22\n' "'$command" ;;
  *" -fN "* | *" -O "*) ;;
  *)
    case $command in
      "id -un"*) printf '%s\n' "${LOGIN:-$ATTACK}" ;;
      *"bash -s"*)
        cat >/dev/null
        printf 'fact %s\n' 'checked yes' "memory_mb $ATTACK" 'java java' 'root no' 'systemd no'
        ;;
    esac
    ;;
esac
SSH
  chmod +x "$BATS_TEST_TMPDIR/bin/ssh"
  run -1 env "PATH=$BATS_TEST_TMPDIR/bin:$PATH" "ATTACK=$ATTACK" "$@" \
    timeout 120 "$CLONE/deploy/deploy.sh" --client A --server B --technologies tcp --no-install
  [[ ! -e $TOUCHED ]]
}

@test "what a host says is taken for a number or a name only where it is one" {
  hostile
  assert_line --partial "B says that its user is 'a[\$(touch "
  hostile "LOGIN=$(printf 'root\n  ProxyCommand touch x')"
  assert_line --partial "B says that its user is 'root?  ProxyCommand touch x': a name expected"
}

@test "a login shell that prints for every command is named, with the line that mends it" {
  hostile "BANNER=welcome"
  assert_output --partial "A: its login shell prints 'welcome' for every command: let ~/.bashrc there print for terminals alone"
}

@test "a host without rpc-stress: says what to run first" {
  need_sshd
  run -1 timeout 120 "$CLONE/deploy/run-sweep.sh" --client A --ssh-config "$SSHD/good" --dir /opt/no-rpc-stress-here --quick
  one_line "A has no rpc-stress in /opt/no-rpc-stress-here: run deploy/deploy.sh first"
}
