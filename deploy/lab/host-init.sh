#!/usr/bin/env bash
# Process 1 of a lab host: host-init.sh NAME STATE_DIR DISK_DIR DISK_SIZE JAVA_HOME
#
# Started by lab.sh with the host's own environment, already in its own network, mount, UTS, IPC and
# PID namespaces and in its cgroups. Builds the host's root (the machine's own file systems below a
# writable layer), starts sshd in it and keeps it running. All mounts are made in the private mount
# namespace: they end with the last process of the host, so there is nothing to unmount.
set -euo pipefail

readonly NAME=$1 STATE=$2 DISK=$3 DISK_SIZE=$4 JDK=$5
readonly ROOT=$DISK/root
readonly RUN_SIZE=256m SHM_SIZE=256m
# A fresh VM's: 1024 files until a program raises its own limit.
readonly SOFT_FILES=1024 HARD_FILES=65536

# disk_mounts: the machine's other disks that a host must see too, such as a /usr or /opt of
# their own; the overlay of / shows only their empty mount points.
disk_mounts() {
  findmnt -rno TARGET,FSTYPE | while read -r target type; do
    case $type in ext[234] | xfs | btrfs | f2fs | zfs) ;; *) continue ;; esac
    case $target in /usr | /usr/* | /opt | /opt/* | /srv | /var | /var/*) ;; *) continue ;; esac
    printf '%b\n' "$target"
  done
}

# overlay LOWER: LOWER under a writable layer of the host's own, at the same place in its root.
overlay() {
  local lower=$1 layer
  layer=$DISK/layers/$(printf '%s' "${lower#/}" | tr / _)
  [[ $lower != / ]] || layer=$DISK/layers/_root
  mkdir -p "$layer/upper" "$layer/work"
  mount -t overlay overlay -o "lowerdir=$lower,upperdir=$layer/upper,workdir=$layer/work" \
    "$ROOT${lower%/}"
}

mount_disks() {
  local type target
  mkdir -p "$DISK"
  type=$(findmnt -no FSTYPE -T "$DISK")
  # an overlay cannot lie on an overlay (the root of a container): keep the layers in memory there
  if [[ $DISK_SIZE != none ]]; then
    mount -t tmpfs -o "mode=755,size=$DISK_SIZE" lab-disk "$DISK"
  elif [[ $type == overlay ]]; then
    mount -t tmpfs -o mode=755 lab-disk "$DISK"
  fi
  mkdir -p "$ROOT"
  overlay /
  while read -r target; do
    overlay "$target"
  done < <(disk_mounts)
  own_directory /tmp 1777
  own_directory /home 755
  own_directory /root 700
  show_jdk
}

# own_directory PATH MODE: an empty one, as on a fresh machine; what people keep in theirs stays out.
own_directory() {
  mkdir -p "$DISK/own$1"
  chmod "$2" "$DISK/own$1"
  mount --bind "$DISK/own$1" "$ROOT$1"
}

# The JDK is the machine's, also where it lies in somebody's home.
show_jdk() {
  case $JDK/ in
    /home/* | /root/* | /tmp/*) ;;
    *) return 0 ;;
  esac
  mkdir -p "$ROOT$JDK"
  mount --bind "$JDK" "$ROOT$JDK"
  mount -o remount,bind,ro "$ROOT$JDK"
}

mount_devices() {
  local node
  mount -t tmpfs -o mode=755,size=64k lab-dev "$ROOT/dev"
  for node in null zero full random urandom tty; do
    : >"$ROOT/dev/$node"
    mount --bind "/dev/$node" "$ROOT/dev/$node"
  done
  mkdir "$ROOT/dev/pts" "$ROOT/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 lab-pts "$ROOT/dev/pts"
  mount -t tmpfs -o "mode=1777,size=$SHM_SIZE" lab-shm "$ROOT/dev/shm"
  ln -s pts/ptmx "$ROOT/dev/ptmx"
  ln -s /proc/self/fd "$ROOT/dev/fd"
  ln -s /proc/self/fd/0 "$ROOT/dev/stdin"
  ln -s /proc/self/fd/1 "$ROOT/dev/stdout"
  ln -s /proc/self/fd/2 "$ROOT/dev/stderr"
}

# The kernel's settings are the machine's; only those of the host's own network may be written.
mount_kernel() {
  mount -t proc lab-proc "$ROOT/proc"
  mount --bind "$ROOT/proc/sys" "$ROOT/proc/sys"
  mount --bind "$ROOT/proc/sys/net" "$ROOT/proc/sys/net"
  mount -o remount,bind,ro "$ROOT/proc/sys"
  mount -t sysfs lab-sys "$ROOT/sys"
  mount -o remount,bind,ro "$ROOT/sys"
  # the JVM reads its limits here
  mount --rbind /sys/fs/cgroup "$ROOT/sys/fs/cgroup"
}

mount_run() {
  mount -t tmpfs -o "mode=755,size=$RUN_SIZE" lab-run "$ROOT/run"
  mkdir -m 755 "$ROOT/run/sshd" "$ROOT/run/lock"
  # the other host's files and the login key are not for this host
  local dir
  for dir in "$STATE" "$(dirname "$DISK")"; do
    [[ ! -d $ROOT$dir ]] || mount -t tmpfs -o ro,size=4k lab-hidden "$ROOT$dir"
  done
}

# replace FILE: writes stdin to it, whatever it was before (a link into /run, mostly).
replace() {
  rm -f "$ROOT$1"
  cat >"$ROOT$1"
}

name_host() {
  echo "host$NAME" >/proc/sys/kernel/hostname
  echo "host$NAME" | replace /etc/hostname
  : | replace /etc/resolv.conf
  replace /etc/hosts <"$STATE/hosts"
}

# A login for root and one for an ordinary user, by the lab's throw-away key alone.
make_logins() {
  chroot "$ROOT" usermod -p '*' root
  chroot "$ROOT" id guest >/dev/null 2>&1 || chroot "$ROOT" useradd -m -s /bin/bash -p '*' guest
  allow_key root /root
  allow_key guest "$(chroot "$ROOT" getent passwd guest | cut -d: -f6)"
}

allow_key() {
  local user=$1 home=$2
  rm -rf "${ROOT:?}$home/.ssh"
  mkdir "$ROOT$home/.ssh"
  chmod 700 "$ROOT$home/.ssh"
  cp "$STATE/id.pub" "$ROOT$home/.ssh/authorized_keys"
  chmod 600 "$ROOT$home/.ssh/authorized_keys"
  chroot "$ROOT" chown -R "$user:" "$home/.ssh"
}

configure_sshd() {
  rm -f "$ROOT"/etc/ssh/ssh_host_*
  cp "$STATE/$NAME.host_key" "$ROOT/etc/ssh/ssh_host_ed25519_key"
  cp "$STATE/$NAME.host_key.pub" "$ROOT/etc/ssh/ssh_host_ed25519_key.pub"
  chmod 600 "$ROOT/etc/ssh/ssh_host_ed25519_key"
  replace /etc/ssh/sshd_config <<CONFIG
Port 22
ListenAddress 0.0.0.0
HostKey /etc/ssh/ssh_host_ed25519_key
PidFile /run/sshd.pid
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
UseDNS no
MaxStartups 50:30:200
AcceptEnv LANG LC_*
Subsystem sftp internal-sftp
SetEnv PATH=$PATH
CONFIG
}

# Ends the old root; from here on the machine's files are only there through the overlay.
enter_root() {
  mkdir -p "$ROOT/run/machine"
  cd "$ROOT"
  pivot_root . run/machine
  cd /
  umount -l /run/machine
  rmdir /run/machine
}

limit_files() {
  local hard
  hard=$(ulimit -Hn)
  ulimit -Sn "$SOFT_FILES"
  [[ $hard != unlimited && $hard -le $HARD_FILES ]] || ulimit -Hn "$HARD_FILES"
}

# Restarts sshd when a test kills it; bash as process 1 also reaps what daemons leave behind.
run_sshd() {
  while :; do
    /usr/sbin/sshd -D -e || true
    sleep 1
  done
}

mount_disks
mount_devices
mount_kernel
mount_run
name_host
make_logins
configure_sshd
enter_root
limit_files
run_sshd
