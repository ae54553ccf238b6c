# shellcheck shell=bash disable=SC2034,SC2154
# (home: set by the script, which also uses the constant)
# The technologies that there are servers for. Sourced, after tools.sh; $home is the clone.
#
# No list of them stands here: a server module or jar is a technology, or those of a family that
# families.sh has, and their ports are what that jar says of itself. A server's name is its technology, or technology@tuned: the tuned one
# is a process of its own beside the example, but for technologies where both are the same.

# shellcheck source=deploy/lib/families.sh
. "${BASH_SOURCE[0]%/*}/families.sh"

# technologies: their names, one a line.
technologies() {
  local path name
  for path in "$home"/server-*/pom.xml "$home"/technologies/*/server/pom.xml "$home"/server-*.jar; do
    [[ -e $path ]] || continue
    name=${path%/pom.xml}
    name=${name%/server}
    name=${name##*/}
    name=${name#server-}
    technologies_of "${name%.jar}"
  done | grep -vxE 'proxy|rabbitmq' | sort -u
}

# server_ports JAVA JAR TECHNOLOGY: where its server listens unless told otherwise; and, as a second
# number, where the tuned one does, if that is a server of its own.
server_ports() {
  local -a which
  mapfile -t which < <(choice "$3")
  "$1" "${BRIEF_JVM[@]}" -jar "$2" ${which[@]+"${which[@]}"} --help | tr -s '[:space:]' ' ' |
    sed -n 's/.* --port=N [^(]*(default: \([0-9]*\)\(, tuned \([0-9]*\)\)*).*/\1 \3/p' | grep .
}

# variant_of WORD OTHERWISE: what stands behind its @, or the other.
variant_of() {
  if [[ $1 == *@* ]]; then printf '%s\n' "${1#*@}"; else printf '%s\n' "$2"; fi
}

# check_variant OPTION WORD VARIANT: a server is set up in two ways; a client may know more.
check_variant() {
  local hint=""
  [[ $2 != *@* ]] || hint="; other variants are the client's alone, and call a server of ${2%%@*}: see list"
  [[ $3 == example || $3 == tuned ]] || die 2 "$1 '$2': expected example or tuned$hint"
}
