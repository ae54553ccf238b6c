#!/usr/bin/env bats
# bats file_tags=lab,long
# The servers as systemd units, under a real systemd: process 1 of a PID namespace on the lab's host B,
# with an sshd of its own beside it. Skipped where systemd does not start that way.

load helper
load hosts

export RPC_STRESS_LAB_NET=10.198.21

setup_file() {
  make_clone tcp
  start_hosts
  export SYSTEMD_CONFIG=$BATS_FILE_TMPDIR/ssh_config
  [[ ! -r $CONFIG ]] || start_systemd || true
}

teardown_file() {
  stop_hosts
  forget_groups
}

# The hierarchy that systemd keeps its units in where cgroups are version 1 is the kernel's, not the
# lab's: it would remember them until the machine's next start.
readonly GROUP=rpc-stress-test-systemd

forget_groups() {
  [[ $EUID -eq 0 && -e $BATS_FILE_TMPDIR/systemd-v1 ]] || return 0
  mkdir "$BATS_FILE_TMPDIR/groups"
  mount -t cgroup -o none,name=systemd cgroup "$BATS_FILE_TMPDIR/groups"
  find "$BATS_FILE_TMPDIR/groups/$GROUP" -depth -type d -exec rmdir {} + || true
  umount "$BATS_FILE_TMPDIR/groups"
}

# start_systemd: with the units of a machine that only booted; ends with the lab.
start_systemd() {
  host B bash -c 'cat >/root/boot.sh' <<'BOOT'
# twice: first into a group of its own, then into the view that has this group as its root
if [ "$1" = enter ]; then
  mkdir -p /tmp/groups
  if mount -t cgroup -o none,name=systemd cgroup /tmp/groups; then
    mkdir -p "/tmp/groups/$2"
    echo "$$" >"/tmp/groups/$2/cgroup.procs"
    umount /tmp/groups
  fi
  exec unshare --cgroup bash "$0" boot
fi
mount -t tmpfs run /run
mkdir -p /run/lock /run/sshd
mount -t tmpfs cgroup /sys/fs/cgroup
mkdir /sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd || mount -t cgroup2 cgroup /sys/fs/cgroup
for unit in systemd-udevd systemd-networkd systemd-logind ssh sshd networking; do
  ln -sf /dev/null "/etc/systemd/system/$unit.service"
done
for systemd in /lib/systemd/systemd /usr/lib/systemd/systemd; do
  [ ! -x "$systemd" ] || exec env container=lxc "$systemd" --system --unit=basic.target --log-target=console
done
BOOT
  [[ -e /sys/fs/cgroup/cgroup.controllers ]] || : >"$BATS_FILE_TMPDIR/systemd-v1"
  host B bash -c 'setsid -f unshare --pid --mount --fork --kill-child --mount-proc \
    --propagation private bash /root/boot.sh enter "$1" >/root/boot.log 2>&1 </dev/null' - "$GROUP"
  eventually 60 in_systemd systemctl is-system-running --quiet
  in_systemd /usr/sbin/sshd -p 2222 -o PidFile=/run/sshd-2222.pid
  # the lab's own way to B, to the other port
  awk '/^Host B / { print; print "  Port 2222"; next } { print }' "$CONFIG" |
    sed 's/StrictHostKeyChecking yes/StrictHostKeyChecking accept-new/' >"$SYSTEMD_CONFIG.new"
  mv "$SYSTEMD_CONFIG.new" "$SYSTEMD_CONFIG"
}

# in_systemd COMMAND...: beside it, in its namespaces.
in_systemd() {
  # shellcheck disable=SC2016 # for the inner shell to expand
  host B bash -c '
    for p in /proc/[0-9]*; do
      tr "\0" " " <"$p/cmdline" 2>/dev/null | grep -q "^[a-z/]*/systemd/systemd --system" || continue
      exec nsenter -t "${p#/proc/}" -p -m -C -- "$@"
    done
    exit 1' - "$@"
}

setup() {
  need_hosts
  [[ -r $SYSTEMD_CONFIG ]] || skip "systemd does not start in a namespace here"
}

deploy_units() {
  timeout 600 "$CLONE/deploy/deploy.sh" --client A --server B --ssh-config "$SYSTEMD_CONFIG" \
    --technologies tcp --no-install "$@"
}

property() { in_systemd systemctl show -p "$1" --value rpc-stress@tcp; }
restarted() { [[ $(property NRestarts) == 1 && $(property ActiveState) == active ]]; }

@test "a server becomes a unit that runs as an unprivileged user, confined" {
  run -0 deploy_units
  assert_line --partial "ready: "
  assert_equal "$(property ActiveState)" active
  assert_equal "$(property User)" rpcstress
  run in_systemd grep -E '^(CapEff|NoNewPrivs|Seccomp):' "/proc/$(property MainPID)/status"
  assert_line --regexp '^CapEff:[[:space:]]+0+$'
  assert_line --regexp '^NoNewPrivs:[[:space:]]+1$'
  assert_line --regexp '^Seccomp:[[:space:]]+2$'
}

@test "systemd starts a killed server again" {
  deploy_units
  in_systemd kill -9 "$(property MainPID)"
  eventually 300 restarted
}

@test "--uninstall leaves no unit, no user and no folder" {
  deploy_units
  run -0 deploy_units --uninstall
  run in_systemd bash -c 'ls /etc/systemd/system /etc/systemd/system/*.wants /opt; getent passwd; systemctl list-units --all --plain --no-legend "rpc-stress*"'
  refute_output --partial rpc-stress
  refute_output --partial rpcstress
}
