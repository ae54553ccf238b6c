# shellcheck shell=bash
# What the bats files share: the assertions, and where the scripts under test are.

# load_library NAME: from where Debian, Fedora, npm and Homebrew put bats' libraries.
load_library() {
  local dir
  for dir in ${BATS_LIB_PATH:+"${BATS_LIB_PATH%%:*}"} /usr/lib/bats /usr/share/bats /usr/libexec/bats \
    /usr/lib/node_modules /usr/local/lib/node_modules /usr/local/lib; do
    if [[ -f $dir/$1/load.bash ]]; then
      load "$dir/$1/load.bash"
      return 0
    fi
  done
  echo "$1 is not installed; the Debian packages are bats-support and bats-assert" >&2
  return 1
}

load_library bats-support
load_library bats-assert

DEPLOY=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
export DEPLOY

# may_make_hosts: whether the lab can be made here; a container's root often may not.
may_make_hosts() {
  [[ $EUID -eq 0 ]] && unshare --net --mount --uts --ipc --pid --fork true 2>/dev/null
}

# need_hosts: skips the test where the lab cannot be made.
need_hosts() {
  may_make_hosts || skip "needs root and the right to make namespaces"
}
