# shellcheck shell=bash disable=SC2154
# (home: set by the script, which also uses the constants)
# Proxies between client and servers. Sourced, after tools.sh and technologies.sh.
#
# A proxy stands beside one server, on its host, and is called after both: haproxy-grpc@tuned. Which technology
# can take which path, and on which ports, the client's jar knows: its drivers say so.

readonly PATHS=(haproxy nginx envoy)
# Beside the proxy itself runs a JVM that starts it, and tells its usage.
readonly PROXY_HEAP=32m

# is_proxy NAME: whether it is called as a proxy is.
is_proxy() {
  local path
  for path in "${PATHS[@]}"; do
    [[ $1 != "$path"-?* ]] || return 0
  done
  return 1
}

# server_behind NAME: the server that a proxy stands beside; the name itself of what is none.
server_behind() {
  if is_proxy "$1"; then printf '%s\n' "${1#*-}"; else printf '%s\n' "$1"; fi
}

# list_proxies: all that there can be, a line each: NAME PATH SERVER CARRIAGE SERVER-PORT PORT.
list_proxies() {
  local jar java
  java=$(java_command) || die 1 "Java 17 or newer is needed: the client's jar is asked which paths there are"
  jar=$(find_jar "$home" client-harness) || die 1 "there is no client-harness.jar, which knows the paths: build it with mvn package"
  "$java" "${BRIEF_JVM[@]}" -jar "$jar" list --paths
}

# print_proxy LINE JAR ADDRESS SERVER-PORT PORT [KEY=VALUE...]: its section in the list of components.
print_proxy() {
  local name path server carriage
  read -r name path server carriage _ <<<"$1"
  print_component "$name" kind=proxy "technology=$path" "variant=$(variant_of "$server" example)" "jar=$2" \
    "arguments=--technology $path --carriage $carriage --to $3:$4" "address=$3" "port=$5" "heap=$PROXY_HEAP" "${@:6}"
}
