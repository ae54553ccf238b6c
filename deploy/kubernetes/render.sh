# shellcheck shell=bash disable=SC2154
# (home, list, namespace, nodes, podman, tag: set by the script)
# From what "client-harness list --json" says to the manifests of a deployment. Sourced, after tools.sh, technologies.sh,
# roles.sh, brokers.sh and names.sh.
#
# No technology stands here or in the folders beside this: server/ has what all servers have in common, and this writes
# for each what tells it from the others, as a kustomization. All servers are behind one Service, as all of host B's are
# behind one address: each has a port of its own, and a port leads to the one pod that has it by name.

readonly SERVICE=servers # which is host B's name to the client
readonly NODE_NAME='[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?'

declare -A port_of=() usage_of=() # by server: grpc, grpc@tuned
declare -A operations_of=()       # by technology
listed=()                         # technologies
listed_servers=()

declare -A row=() # by component and key: what its manifest says
components=()     # as they are called here: order-grpc@tuned

# learn_list <JSON: what "list --json" prints, an object a line, into the arrays above.
learn_list() {
  local line technology rest with_server server='"server":"([^"]+)","port":([0-9]+),"usagePort":([0-9]+)'
  with_server=" $(technologies | paste -sd' ') "
  while IFS= read -r line; do
    [[ $line =~ \"technology\":\"([^\"]+)\" ]] || die 1 "client-harness list --json: a line without a technology: ${line:0:80}"
    technology=${BASH_REMATCH[1]}
    # one that calls nobody has a driver alone
    [[ $with_server == *" $technology "* ]] || continue
    [[ $line =~ \"operations\":\[([^]]*)\] ]] || die 1 "client-harness list --json: $technology has no operations"
    operations_of[$technology]=" ${BASH_REMATCH[1]//[\",]/ } "
    listed+=("$technology")
    rest=$line
    while [[ $rest =~ $server ]]; do
      if [[ -z ${port_of[${BASH_REMATCH[1]}]:-} ]]; then listed_servers+=("${BASH_REMATCH[1]}"); fi
      port_of[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
      usage_of[${BASH_REMATCH[1]}]=${BASH_REMATCH[3]}
      rest=${rest#*"${BASH_REMATCH[0]}"}
    done
    [[ -n ${port_of[$technology]:-} ]] || die 1 "client-harness list --json: $technology has no server"
  done
  [[ ${#listed[@]} -gt 0 ]] || die 1 "client-harness list --json names no technology"
}

# learn_technologies: from the file "list", or else from the jars of this clone.
learn_technologies() {
  local java
  if [[ -n $list ]]; then
    [[ -r $list ]] || die 2 "--list $list: there is no such file"
    learn_list <"$list"
    return 0
  fi
  java=$(java_command) || die 1 "Java 17 or newer is needed here, too: the client's jar is asked which technologies there are"
  learn_list < <("$java" "${BRIEF_JVM[@]}" -jar "$(need_jar client-harness)" list --json)
}

need_jar() { find_jar "$home" "$1" || die 1 "there is no $1.jar: build it with mvn -DskipTests package"; }

# in_kubernetes NAME: as an object may be called: grpc-tuned, of grpc@tuned.
in_kubernetes() { printf '%s\n' "${1//@/-}"; }

# ---- which servers --------------------------------------------------------------------------------

# choose_servers WORDS: technologies, technology@tuned, roles-TECHNOLOGY, or all, with commas between.
choose_servers() {
  local word server
  local -a words
  IFS=, read -r -a words <<<"$1"
  [[ ${#words[@]} -gt 0 ]] || die 2 "--technologies '$1': expected a list such as rpcx,grpc,grpc@tuned"
  for word in "${words[@]}"; do
    if [[ $word == all ]]; then
      for server in "${listed_servers[@]}"; do choose_server "$server"; done
    else
      choose_word "$word"
    fi
  done
  check_node_words
}

choose_word() {
  local plain server=${1#"$ALL_ROLES-"}
  plain=${server%%@*}
  one_of "$plain" "${listed[@]}" ||
    die 2 "--technologies: unknown technology '$plain'; did you mean '$(nearest "$plain" "${listed[@]}")'?"
  check_variant --technologies "$server" "$(variant_of "$server" example)"
  if [[ -z ${port_of[$server]:-} ]]; then
    say "$plain: tuned is the same as example; one server is both"
    server=$plain
  fi
  server=${server%@example}
  if [[ $1 == "$ALL_ROLES"-* ]]; then choose_roles "$server"; else choose_server "$server"; fi
}

# add NAME KEY=VALUE...: a component; the same one twice is one.
add() {
  local name=$1 pair other
  shift
  ! one_of "$name" ${components[@]+"${components[@]}"} || return 0
  components+=("$name")
  for pair; do row[$name.${pair%%=*}]=${pair#*=}; done
  for other in "${components[@]}"; do
    [[ $other == "$name" || -z ${row[$name.port]:-} || ${row[$other.port]:-} != "${row[$name.port]}" ]] ||
      die 2 "--technologies: $other and $name would listen on one port, ${row[$name.port]}: choose one of them"
  done
}

# words_of SERVER: what its jar is told of itself, as arguments for a shell to split.
words_of() {
  local -a which
  mapfile -t which < <(choice "${1%%@*}")
  printf '%s' "server-$(family_of "${1%%@*}").jar${which[*]:+ ${which[*]}}"
}

choose_server() {
  local port=${port_of[$1]} usage=${usage_of[$1]} words
  words=$(words_of "$1")
  if needs_broker "$1"; then
    choose_broker "$1"
    # it has no port of its own: calls go to its broker's
    add "$1" usage="$usage" words="$words --broker $(host_b):$port --usage-port $usage" credentials=yes
    return 0
  fi
  add "$1" port="$port" usage="$usage" \
    words="$words --variant $(variant_of "$1" example) --port $port --usage-port $usage"
}

choose_broker() {
  local name usage
  name=$(broker_of "$1")
  usage=$((port_of[$1] + BROKER_USAGE_PORT_OFFSET))
  add "$name" kind=broker port="${port_of[$1]}" usage="$usage" heap="$BROKER_HEAP" called=yes \
    words="server-$(family_of "$name").jar --port ${port_of[$1]} --usage-port $usage"
}

# has_broker: whether one of what was chosen is a broker.
has_broker() {
  local name
  for name in ${components[@]+"${components[@]}"}; do
    [[ ${row[$name.kind]:-} != broker ]] || return 0
  done
  return 1
}

# choose_roles SERVER: the services of the operation that spans several, each a server.
choose_roles() {
  local technology=${1%%@*} role offsets port usage words peer java
  [[ ${operations_of[$technology]} == *" $SPANNING "* ]] ||
    die 2 "--technologies $ALL_ROLES-$1: $technology has no $SPANNING; those that have it: $(spanning_technologies)"
  java=$(java_command) || die 1 "Java 17 or newer is needed here, too: a server's jar is asked for the ports of its roles"
  offsets=$(role_offsets "$java" "$(need_jar "server-$(family_of "$technology")")" "$technology") ||
    die 1 "server-$(family_of "$technology").jar does not report the ports of its roles: build it again"
  ! needs_broker "$1" || choose_broker "$1"
  for role in "${ROLES[@]}"; do
    port=$(role_port "$role" "${port_of[$1]}" "$offsets")
    usage=$((port + usage_of[$1] - port_of[$1]))
    words="$(words_of "$1") --role $role --usage-port $usage"
    for peer in $(roles_called "$role"); do
      words+=" --peer $peer=$(host_b):$(role_port "$peer" "${port_of[$1]}" "$offsets")"
    done
    if needs_broker "$1"; then # it listens nowhere: a peer's port only says where its usage is
      add "$role-$1" role="$role" usage="$usage" heap="$ROLE_HEAP" credentials=yes \
        words="$words --broker $(host_b):${port_of[$1]}"
      continue
    fi
    words+=" --variant $(variant_of "$1" example) --port $port"
    add "$role-$1" role="$role" port="$port" usage="$usage" heap="$ROLE_HEAP" words="$words" \
      called="$([[ $role == order ]] || printf yes)"
  done
}

spanning_technologies() {
  local technology
  for technology in "${listed[@]}"; do
    [[ ${operations_of[$technology]} != *" $SPANNING "* ]] || printf '%s ' "$technology"
  done
}

# ---- where ----------------------------------------------------------------------------------------

# read_nodes WORDS: "client=a,server=b,rabbitmq=c", into the array "nodes".
read_nodes() {
  local word what
  local -a words
  IFS=, read -r -a words <<<"$1"
  [[ ${#words[@]} -gt 0 ]] || die 2 "--node '$1': expected WHAT=NODE, such as server=worker-2"
  for word in "${words[@]}"; do
    [[ $word =~ ^([a-z0-9@-]+)=($NODE_NAME)$ ]] || die 2 "--node '$word': expected WHAT=NODE, such as server=worker-2"
    what=${BASH_REMATCH[1]}
    nodes["$what"]=${BASH_REMATCH[2]}
  done
}

# check_node_words: each is client, server, a role, or a server that was chosen.
check_node_words() {
  local word
  for word in ${nodes[@]+"${!nodes[@]}"}; do
    one_of "$word" client server "${ROLES[@]}" "${components[@]}" ||
      die 2 "--node $word=${nodes[$word]}: expected client, server, a role or one of: ${components[*]}"
  done
}

# node_of COMPONENT: where it is pinned by name; nothing where the nodes' labels say it.
node_of() { printf '%s\n' "${nodes[$1]:-${nodes[${row[$1.role]:-none}]:-${nodes[server]:-}}}"; }

# pin PREFIX NODE: in the place of the label; by the node's name, whatever its host is called.
pin() {
  [[ -z $2 ]] || cat <<YAML
      - {op: remove, path: $1/nodeSelector}
      - op: add
        path: $1/affinity
        value:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
                - matchFields: [{key: metadata.name, operator: In, values: ["$2"]}]
YAML
}

# ---- what is written ------------------------------------------------------------------------------

# literal WORD: what the cluster would take for a variable of its own, stays as it is.
literal() { printf '%s\n' "${1//\$(/\$\$(}"; }

# quoted WORD...: a list in YAML.
quoted() {
  local word text=""
  for word; do
    [[ $word != *[[:cntrl:]]* ]] || die 2 "'${word//[[:cntrl:]]/?}': a control character"
    word=${word//\\/\\\\}
    word=${word//\"/\\\"}
    text+=${text:+, }\"$word\"
  done
  printf '[%s]\n' "$text"
}

# begin FOLDER: a kustomization in it; what follows goes there.
begin() {
  mkdir -p "$1"
  cat >"$1/kustomization.yaml" <<'YAML'
# Written by kubernetes.sh, and again the next time.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
YAML
}

# ours FOLDER NAME: where a folder of this one's is from there.
ours() { realpath --relative-to="$1" "$home/deploy/kubernetes/$2"; }

images() {
  local each
  printf 'images:\n'
  for each; do printf '  - {name: rpc-stress-%s, newName: %s-%s, newTag: "%s"}\n' "$each" "$IMAGES" "$each" "$tag"; done
}

# write_server FOLDER COMPONENT
write_server() {
  local name=$2 base=server pod=/spec/template/spec
  local -a words
  read -r -a words <<<"${row[$2.words]}"
  [[ ${row[$2.kind]:-} != broker ]] || base=broker
  begin "$1"
  {
    printf 'resources:\n  - %s\n' "$(ours "$1" "$base")"
    if [[ -n ${row[$2.role]:-}${row[$2.credentials]:-} ]]; then
      printf 'components:\n'
      [[ -z ${row[$2.role]:-} ]] || printf '  - %s\n' "$(ours "$1" role)"
      [[ -z ${row[$2.credentials]:-} ]] || printf '  - %s\n' "$(ours "$1" credentials)"
    fi
    cat <<YAML
labels:
  - pairs: {app.kubernetes.io/name: $(in_kubernetes "$name")}
    includeSelectors: true
patches:
  - target: {kind: Deployment}
    patch: |-
      - {op: replace, path: /metadata/name, value: $(in_kubernetes "$name")}
      - {op: add, path: /metadata/annotations, value: {rpc-stress/server: "$name"}}
      - {op: add, path: $pod/containers/0/args, value: $(quoted serve "${words[@]}")}
      - {op: add, path: $pod/containers/0/ports, value: [$(container_ports "$name")]}
YAML
    [[ -z ${row[$2.called]:-} ]] ||
      printf '      - {op: add, path: /spec/template/metadata/labels/rpc-stress~1called-by, value: servers}\n'
    [[ -z ${row[$2.heap]:-} ]] ||
      printf '      - {op: add, path: %s/containers/0/env/-, value: {name: RPC_STRESS_HEAP, value: %s}}\n' "$pod" "${row[$2.heap]}"
    pin "$pod" "$(node_of "$name")"
    [[ $podman == no ]] || {
      printf '      - {op: remove, path: %s/containers/0/ports}\n' "$pod" # that are this machine's
      printf '      - {op: replace, path: %s/containers/0/env/0, value: {name: RPC_STRESS_BIND, value: 127.0.0.1}}\n' "$pod"
      on_this_machine "$pod" "$(in_kubernetes "$name")"
    }
  } >>"$1/kustomization.yaml"
}

# host_b: where the servers are, to those who call them. Podman has no Service: there all pods are in this machine's own
# network, on its loopback address.
host_b() { if [[ $podman == yes ]]; then printf '127.0.0.1\n'; else printf '%s\n' "$SERVICE"; fi; }

# on_this_machine PREFIX NAME: for podman; which also takes volumes of several pods for one where they have one name.
on_this_machine() {
  cat <<YAML
      - {op: add, path: $1/hostNetwork, value: true}
      - {op: replace, path: $1/volumes/0/name, value: tmp-$2}
      - {op: replace, path: $1/containers/0/volumeMounts/0/name, value: tmp-$2}
YAML
}

# without_secret PREFIX: where no broker is; podman looks for a Secret also where it may be missing. The last two volumes
# of client/job.yaml are for it.
without_secret() {
  local path
  for path in volumes/3 volumes/2 containers/0/volumeMounts/3 containers/0/volumeMounts/2; do
    printf '      - {op: remove, path: %s/%s}\n' "$1" "$path"
  done
}

# ports COMPONENT: "calls-9002 9002" and "usage-10002 10002", a line each.
ports() {
  [[ -z ${row[$1.port]:-} ]] || printf 'calls-%s %s\n' "${row[$1.port]}" "${row[$1.port]}"
  printf 'usage-%s %s\n' "${row[$1.usage]}" "${row[$1.usage]}"
}

container_ports() { ports "$1" | sed 's/\(.*\) \(.*\)/{name: \1, containerPort: \2}/' | paste -sd,; }

write_service() {
  local name
  cat <<YAML
# Host B, as the client sees it. A port leads to the pod that has one of that name: there is one.
apiVersion: v1
kind: Service
metadata:
  name: $SERVICE
  labels: {app.kubernetes.io/part-of: rpc-stress}
spec:
  selector: {app.kubernetes.io/part-of: rpc-stress}
  ports:
YAML
  for name in "${components[@]}"; do
    ports "$name" | sed 's/\(.*\) \(.*\)/    - {name: \1, port: \2, targetPort: \1}/'
  done
}

# write_servers FOLDER: all that was chosen.
write_servers() {
  local name
  for name in "${components[@]}"; do write_server "$1/$(in_kubernetes "$name")" "$name"; done
  begin "$1"
  {
    printf 'namespace: %s\nresources:\n  - %s\n  - service.yaml\n' "$namespace" "$(ours "$1" base)"
    for name in "${components[@]}"; do printf '  - %s\n' "$(in_kubernetes "$name")"; done
    images servers broker
  } >>"$1/kustomization.yaml"
  write_service >"$1/service.yaml"
}

# write_client FOLDER NAME FORM COUNT WORD...: one client as a job, or a pod, or several as a jobset or an indexed-job.
write_client() {
  local folder=$1 name=$2 form=$3 count=$4 template=/spec/template base=overlays/$3 kind=Job
  shift 4
  [[ $form != job ]] || base=client
  case $form in
    pod) kind=Pod template="" ;;
    jobset) kind=JobSet template=/spec/replicatedJobs/0/template/spec/template ;;
  esac
  begin "$folder"
  {
    cat <<YAML
namespace: $namespace
resources:
  - $(ours "$folder" "$base")
patches:
  - target: {kind: $kind}
    patch: |-
      - {op: replace, path: /metadata/name, value: client-$name}
      - {op: add, path: /metadata/labels/rpc-stress~1run, value: "$name"}
      - {op: add, path: $template/metadata/labels/rpc-stress~1run, value: "$name"}
      - {op: add, path: $template/spec/containers/0/args, value: $(quoted "$@")}
YAML
    case $form in
      jobset) printf '      - {op: replace, path: /spec/replicatedJobs/0/replicas, value: %s}\n' "$count" ;;
      indexed-job) printf '      - {op: replace, path: /spec/%s, value: %s}\n' completions "$count" parallelism "$count" ;;
    esac
    pin "$template/spec" "${nodes[client]:-}"
    [[ $form != pod ]] || {
      on_this_machine "$template/spec" "client-$name"
      has_broker || without_secret "$template/spec"
    }
    images client
  } >>"$folder/kustomization.yaml"
}

# write_reader FOLDER CLAIM: a pod that has the results of one volume, and reads them out.
write_reader() {
  begin "$1"
  {
    cat <<YAML
namespace: $namespace
resources:
  - $(ours "$1" reader)
patches:
  - target: {kind: Pod}
    patch: |-
      - {op: replace, path: /spec/volumes/0/persistentVolumeClaim/claimName, value: "$2"}
YAML
    pin /spec "${nodes[client]:-}"
    images client
  } >>"$1/kustomization.yaml"
}

# kustomize FOLDER: the documents that come of it.
kustomize() {
  if command -v kubectl >/dev/null; then
    kubectl kustomize "$1"
  elif command -v kustomize >/dev/null; then
    command kustomize build "$1"
  else
    die 2 "neither kubectl nor kustomize is installed here: https://kubernetes.io/docs/tasks/tools/"
  fi
}
