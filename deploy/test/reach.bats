#!/usr/bin/env bats
# What deploy.sh and run-sweep.sh say of hosts that cannot be reached, or whose owner is hostile.

load helper
load hosts

setup_file() {
  make_clone tcp
  start_sshd
}

teardown_file() { stop_sshd; }

local_deploy() { run timeout 120 "$CLONE/deploy/deploy.sh" "$@"; }

# ---- hosts that cannot be reached -------------------------------------------------------------

# refused CONFIG TEXT: one line, exit code 1.
refused() {
  need_sshd
  local_deploy --client A --server B --ssh-config "$SSHD/$1"
  assert_failure 1
  one_line "$2"
}

@test "a wrong host: no such name" {
  local_deploy --client nobody@host.invalid --server B
  assert_failure 1
  one_line "nobody@host.invalid: no such host; check the name"
}

@test "a wrong host: nobody answers" { refused nobody "A: no sshd answers; start it there"; }

@test "a wrong key says how to bring the right one" { refused stranger "A: it refuses your key; check user and key, or: ssh-copy-id A"; }

@test "an unknown host key is never accepted silently" { refused unknown "A: its host key is not known here; log in by hand once"; }

@test "a changed host key says how to forget the old one" { refused changed "ssh-keygen -R 127.0.0.2"; }

# ---- hosts that are hostile --------------------------------------------------------------------

# hostile [NAME=VALUE...]: deploys to hosts whose owner answers by these, and otherwise with $ATTACK. Anything that
# a host made this machine run leaves $TOUCHED; what was copied to one is in $GOT.
hostile() {
  [[ -n $BUILT ]] || skip "nothing is built: mvn -DskipTests package"
  TOUCHED=$BATS_TEST_TMPDIR/touched GOT=$BATS_TEST_TMPDIR/got
  ATTACK="a[\$(touch $TOUCHED)]"
  mkdir -p "$BATS_TEST_TMPDIR/bin"
  cat >"$BATS_TEST_TMPDIR/bin/ssh" <<'SSH'
#!/usr/bin/env bash
asked=${*: -1}
case " $* " in
  *" -G "*) printf 'hostname 192.0.2.%d\nport 22\n' "'$asked" ;;
  *" -fN "* | *" -O "*) ;;
  *)
    case $asked in
      *sha256sum*) printf '%s: FAILED\n' "../../../../../../..$WANTED" sweep.sh ;;
      *stat*) printf '%s\n' "${SIZE:-$ATTACK}" ;;
      *date*) printf '%s\n' "${TIME:-$ATTACK}" ;;
      "id -un"*) printf '%s\n' "${LOGIN:-$ATTACK}" ;;
      *'cat\ \>\>'*) cat >>"$GOT" ;;
      *"bash -s"*)
        cat >/dev/null
        printf 'fact %s\n' 'clock_ms 1' "memory_mb $ATTACK" 'java java' 'rsync no' 'root no' 'systemd no'
        ;;
    esac
    ;;
esac
SSH
  chmod +x "$BATS_TEST_TMPDIR/bin/ssh"
  run env "PATH=$BATS_TEST_TMPDIR/bin:$PATH" "ATTACK=$ATTACK" "GOT=$GOT" "WANTED=${WANTED:-/etc/hostname}" "$@" \
    timeout 120 "$CLONE/deploy/deploy.sh" --client A --server B --technologies tcp --no-install
  assert_failure 1
  [[ ! -e $TOUCHED ]]
}

@test "what a host says is calculated with only where it is a number" {
  hostile
  assert_line --partial "A says 'a[\$(touch "
  hostile "TIME=$(date +%s%3N)" LOGIN=root
  assert_line --partial "A says 'a[\$(touch "
}

@test "a host's name for its user becomes no line of another host's configuration" {
  hostile "TIME=$(date +%s%3N)" "LOGIN=$(printf 'root\n  ProxyCommand touch x')"
  assert_line --partial "B says that its user is 'root?  ProxyCommand touch x': a name expected"
}

@test "a host gets no file that it names, unless it is one to be copied" {
  WANTED=$BATS_TEST_TMPDIR/private
  printf 'mine alone\n' >"$WANTED"
  hostile "TIME=$(date +%s%3N)" LOGIN=root SIZE=0
  run gunzip -c "$GOT"
  assert_output --partial "One sweep: every point"
  refute_output --partial "mine alone"
}

@test "a host without rpc-stress: says what to run first" {
  need_sshd
  run timeout 120 "$CLONE/deploy/run-sweep.sh" --client A --ssh-config "$SSHD/good" --dir /opt/no-rpc-stress-here --quick
  assert_failure 1
  one_line "A has no rpc-stress in /opt/no-rpc-stress-here: run deploy/deploy.sh first"
}
