# shellcheck shell=bash disable=SC2034,SC2154
# (home: set by the script, which also uses the constants)
# The services of an operation that spans several, each a process: order-grpc, product-grpc@tuned. Sourced, after
# tools.sh and technologies.sh.
#
# roles-grpc stands for all of a technology. On which port each listens, the server's jar knows.

# As they are started: who is called comes before who calls.
readonly ROLES=(shipping customer product order)
readonly ALL_ROLES=roles
# The same for every service of every technology, so that four of them and a broker fit 2 GB.
readonly ROLE_HEAP=128m

# is_role NAME: whether it is called as a service of an operation is, or stands for all of them.
is_role() {
  local role
  for role in "${ROLES[@]}" "$ALL_ROLES"; do
    [[ $1 != "$role"-?* ]] || return 0
  done
  return 1
}

# role_of NAME: shipping, of shipping-grpc.
role_of() { printf '%s\n' "${1%%-*}"; }

# server_of_role NAME: the server that has the role; the name itself of what is none.
server_of_role() {
  if is_role "$1"; then printf '%s\n' "${1#*-}"; else printf '%s\n' "$1"; fi
}

# roles_called ROLE: those that it calls, one a line.
roles_called() {
  case $1 in
    order) printf '%s\n' product customer ;;
    customer) printf '%s\n' shipping ;;
    *) ;;
  esac
}

# role_offsets JAVA JAR TECHNOLOGY: "product 200 customer 400 shipping 600", how far above its order service each
# listens; fails where the technology has no such operation.
role_offsets() {
  local -a which
  mapfile -t which < <(choice "$3")
  "$1" "${BRIEF_JVM[@]}" -jar "$2" ${which[@]+"${which[@]}"} --help | tr -s '[:space:]' ' ' |
    sed -n 's/.*on a port of its own: \(product [0-9]*\), \(customer [0-9]*\), \(shipping [0-9]*\) above.*/\1 \2 \3/p' |
    grep .
}

# role_port ROLE SERVER-PORT OFFSETS
role_port() {
  local offset
  offset=$(grep -o "$1 [0-9]*" <<<"$3") || offset="$1 0"
  printf '%s\n' "$(($2 + ${offset#* }))"
}

# print_role NAME JAR WORDS ADDRESS PORT "ROLE=PORT ..." [KEY=VALUE...]: its section in the list of components.
print_role() {
  local name=$1 role server host=$4 peer port words=$3
  role=$(role_of "$name")
  server=$(server_of_role "$name")
  [[ $host != *:* ]] || host=[$host]
  words+="${words:+ }--role $role"
  for peer in $(roles_called "$role"); do
    port=$(grep -o "$peer=[0-9]*" <<<"$6")
    words+=" --peer $peer=$host:${port#*=}"
  done
  print_component "$name" kind=service "technology=${server%%@*}" "variant=$(variant_of "$server" example)" "role=$role" \
    "jar=$2" "arguments=$words" "address=$4" "port=$5" "heap=$ROLE_HEAP" "${@:7}"
}
