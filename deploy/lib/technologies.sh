# shellcheck shell=bash disable=SC2034,SC2154
# (home: set by the script, which also uses the constant)
# The technologies that there are servers for. Sourced, after tools.sh; $home is the clone.
#
# No list of them stands here: a technology is a server-<technology> module or jar, and its port is
# what that jar says of itself.

readonly USAGE_PORT_OFFSET=1000 # a server's default: see its --help

# technologies: their names, one a line.
technologies() {
  local path name
  for path in "$home"/server-*/pom.xml "$home"/server-*.jar; do
    [[ -e $path ]] || continue
    name=${path#"$home/server-"}
    name=${name%%/*}
    printf '%s\n' "${name%.jar}"
  done | grep -vx base | sort -u
}

# default_port TECHNOLOGY: where its server listens unless told otherwise. Needs its jar and a Java.
default_port() {
  local jar java
  jar=$(find_jar "$home" "server-$1") || return 1
  java=$(java_command) || return 1
  "$java" -Xshare:auto -XX:TieredStopAtLevel=1 -jar "$jar" --help |
    tr '\n' ' ' | sed -n 's/.* --port=N [^(]*(default: \([0-9]*\)).*/\1/p' | grep .
}
