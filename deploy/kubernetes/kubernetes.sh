#!/usr/bin/env bash
# rpc-stress on a cluster: images of the jars, servers on one node, the client as a job on another, results fetched, all
# taken away again. The folders beside this have what all servers have in common; what tells one from another is what
# lib/component-list.sh says of it, written here as a kustomization over them.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
home=${here%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/component-list.sh
. "$home/deploy/lib/component-list.sh"
# shellcheck source=deploy/lib/copy.sh
. "$home/deploy/lib/copy.sh"

readonly ACTIONS=(images render apply run fetch clean)
readonly IMAGES=localhost/rpc-stress # -client, -servers, -broker
readonly OURS=app.kubernetes.io/part-of=rpc-stress
readonly DEPLOYED="$OURS,app.kubernetes.io/component in (server,broker)"
readonly POD=/spec/template/spec
# shellcheck disable=SC2016 # kubectl's words
readonly PHASES='{range .items[*]}{.status.phase} {.status.containerStatuses[0].state.terminated.exitCode}{"\n"}{end}'

usage() {
  cat <<'HELP'
Usage: deploy/kubernetes/kubernetes.sh ACTION [options] [-- words]

  images   makes three images, each jar with its SBOM; words go to the builder
  render   prints the manifests of apply and run
  apply    starts the servers in a namespace and removes others there
  run      starts the client as a Job and follows it; words are options of
           sweep.sh, such as --quick, or "run" or "rate" with its options
  fetch    brings new results, verified, with facts of the nodes and pods
  clean    deletes the namespace, also results that were not fetched

  --technologies a,b  which servers, as for deploy/deploy.sh
                      (default: rpcx,grpc,openfeign,tcp)
  --context NAME      as for kubectl (default: kubectl's current one)
  --namespace NAME    default: rpc-stress
  --name NAME         name of a run, and of its folder below results/
                      (default: date and time); for fetch: only this one
  --to DIR            where fetch puts results (default: results/ of this clone)
  --state DIR         where the kustomizations are written (default:
                      .run/kubernetes of this clone, or in XDG_STATE_HOME if
                      this user cannot write there)
  --timeout SECONDS   how long pods may take to start (default: 300)
  --tool NAME         for images: podman, docker or buildah (default: podman)

Exit: 0 done, 1 something is wrong on the cluster (one line), 2 misuse; run ends
with the client's exit code.
HELP
}

kc() { kubectl ${context:+--context "$context"} "$@"; }
in_namespace() { kc --namespace "$namespace" "$@"; }
on() { in_namespace exec -i "$1" -- "${@:2}"; }

# answer_of COMMAND...: kubectl's answer; where it gives none, the script ends with its last words.
answer_of() { "$@" 2>"$scratch/why" || die 1 "kubectl: $(tail -n 1 "$scratch/why")"; }

# Of a clone, the jars and their SBOMs are those that lie ready for the archive.
images_all() {
  local image jars=$home context=$scratch/context
  command -v "$tool" >/dev/null || die 2 "$tool is not installed here; with Debian: apt-get install podman"
  if [[ -r $home/pom.xml ]]; then
    jars=$home/deploy/archive/target/stage
    if [[ ! -d $jars || -n $(find "$home" -regex '.*/target/[^/]*\.jar' -newer "$jars" -print -quit) ]]; then
      need_jdk
      say "building the archive (a few minutes)"
      (cd "$home" && mvn -q -B -ntp -T 1C -DskipTests -Pdist package >&2) || die 1 "the build failed"
    fi
  fi
  mkdir "$context"
  (cd "$home" && cp -r --parents sweep.sh deploy/lib/tools.sh deploy/kubernetes/pod.sh experiments "$context")
  (cd "$jars" && cp -r client-harness.jar analysis.jar driver-*.jar server-*.jar sbom "$context")
  tag=$(cd "$context" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-12)
  for image in client servers broker; do
    "$tool" build -f "$here/Containerfile" --target "$image" -t "$IMAGES-$image:$tag" "${words[@]}" "$context" >&2 ||
      die 1 "$tool could not make the image of the $image"
    printf '%s\n' "$IMAGES-$image:$tag"
  done
  printf '%s\n' "$tag" >"$state/images"
}

# ---- what is written --------------------------------------------------------------------------------

# kustomization FOLDER RESOURCE...: its head; what follows is added.
kustomization() {
  local image
  mkdir -p "$1"
  {
    printf 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: %s\nresources:\n' "$namespace"
    printf '  - %s\n' "${@:2}"
    printf 'images:\n'
    for image in client servers broker; do
      printf '  - {name: rpc-stress-%s, newName: %s-%s, newTag: "%s"}\n' "$image" "$IMAGES" "$image" "$tag"
    done
  } >"$1/kustomization.yaml"
}

# quoted WORD...: a list in YAML; what the cluster would take for a variable of its own stays as it is.
# shellcheck disable=SC2016 # sed's
quoted() { printf '%s\n' "$@" | sed 's/\$(/$$(/g; s/[\\"]/\\&/g; s/.*/"&"/' | paste -sd,; }

# write_server LINE: a component as lib/component-list.sh describes it.
write_server() {
  local name port usage needs heap jar arguments base=server called="" also="" object ports
  IFS=$'\t' read -r name _ port usage needs _ _ heap jar arguments <<<"$1"
  object=${name//@/-}
  ports="{name: usage-$usage, containerPort: $usage}"
  if [[ $port != - ]]; then
    ports+=", {name: calls-$port, containerPort: $port}"
    arguments+=" --port $port"
  fi
  if is_broker "$name"; then base=broker called=servers; fi
  [[ $needs == - ]] || also=../credentials
  if is_role "$name"; then
    also+=${also:+, }../role
    [[ $name == order-* || $port == - ]] || called=servers
  fi
  kustomization "$made/$object" "../$base"
  # shellcheck disable=SC2086 # the arguments are words
  cat >>"$made/$object/kustomization.yaml" <<YAML
components: [$also]
labels:
  - {pairs: {app.kubernetes.io/name: $object}, includeSelectors: true}
patches:
  - target: {kind: Deployment}
    patch: |-
      - {op: replace, path: /metadata/name, value: $object}
      - {op: add, path: /metadata/annotations, value: {rpc-stress/server: "$name"}}
      - {op: add, path: /spec/template/metadata/labels/rpc-stress~1called-by, value: "$called"}
      - {op: add, path: $POD/containers/0/args, value: [$(quoted serve "${jar##*/}" $arguments --usage-port "$usage")]}
      - {op: add, path: $POD/containers/0/ports, value: [$ports]}
      - {op: add, path: $POD/containers/0/env/-, value: {name: RPC_STRESS_HEAP, value: "${heap#-}"}}
YAML
}

# write_servers: all that was chosen, in the folder "made". A port of the Service leads to the one pod that has it by name.
write_servers() {
  local line port usage
  local -a chosen
  IFS=, read -r -a chosen <<<"$technologies"
  choose_components --technologies "${chosen[@]}"
  ! one_of nats-server "${components[@]}" ||
    die 2 "--technologies nats: no image here has nats-server; measure it on hosts, by deploy.sh"
  describe_all >"$scratch/lines"
  kustomization "$made" base service.yaml "${components[@]//@/-}"
  while IFS= read -r line; do
    write_server "$line"
    IFS=$'\t' read -r _ _ port usage _ <<<"$line"
    printf '    - {name: usage-%s, port: %s, targetPort: usage-%s}\n' "$usage" "$usage" "$usage" >>"$made/service.yaml"
    [[ $port == - ]] ||
      printf '    - {name: calls-%s, port: %s, targetPort: calls-%s}\n' "$port" "$port" "$port" >>"$made/service.yaml"
  done <"$scratch/lines"
}

# write_client PROTOCOLS: the Job, with the words behind --.
write_client() {
  local -a all=("${words[@]}")
  if [[ ${all[0]} == run || ${all[0]} == rate ]]; then
    [[ " ${all[*]} " =~ \ --protocol[\ =] ]] || all+=(--protocol "$1")
  else
    # no pod may start or stop another; what an experiment says of it would be refused
    [[ " ${all[*]} " =~ \ --fresh-servers[\ =] ]] || all+=(--fresh-servers client)
    [[ " ${all[*]} " =~ \ --(protocols|experiment)[\ =] ]] || all+=(--protocols "$1")
    all=(sweep.sh --no-report "${all[@]}")
  fi
  kustomization "$made/run" ../client
  cat >>"$made/run/kustomization.yaml" <<YAML
patches:
  - target: {kind: Job}
    patch: |-
      - {op: replace, path: /metadata/name, value: client-$name}
      - {op: add, path: /metadata/labels/rpc-stress~1run, value: "$name"}
      - {op: add, path: /spec/template/metadata/labels/rpc-stress~1run, value: "$name"}
      - {op: add, path: $POD/containers/0/args, value: [$(quoted "${all[@]}" --host servers --out "/results/$name")]}
YAML
}

# ---- actions ----------------------------------------------------------------------------------------

render_all() {
  write_servers
  write_client "$(protocols "${components[@]}")"
  kubectl kustomize "$made" && printf -- '---\n' && kubectl kustomize "$made/run"
}

# check_owner: what apply has not made is neither changed nor deleted.
check_owner() {
  local owner
  owner=$(answer_of kc get namespace "$namespace" --ignore-not-found -o 'jsonpath=of {.metadata.labels.app\.kubernetes\.io/part-of}')
  [[ -z $owner || $owner == "of rpc-stress" ]] || die 2 "the namespace $namespace is not one that apply has made; choose another --namespace"
}

apply_all() {
  check_owner
  write_servers
  kubectl kustomize "$made" | answer_of kc apply -f - >&2
  [[ ! -d $made/rabbitmq ]] || make_secret
  answer_of in_namespace delete deployments --ignore-not-found \
    -l "$DEPLOYED,app.kubernetes.io/name notin ($(IFS=, && printf '%s' "${components[*]//@/-}"))" >&2
  if ! in_namespace wait --for=condition=Available deployments -l "$DEPLOYED" --timeout="${timeout}s" >/dev/null; then
    in_namespace get pods -l "$DEPLOYED" -o wide >&2 || true
    die 1 "not all servers became ready within $timeout s: is a node labelled rpc-stress/role=server?"
  fi
  say "${#components[@]} servers are ready: ${components[*]}"
}

# make_secret: who may use the broker, once for each deployment; in no argument, no file and no output.
make_secret() {
  local there
  there=$(answer_of in_namespace get secret broker --ignore-not-found -o name)
  [[ -n $there ]] || new_credentials |
    answer_of in_namespace create secret generic broker --from-file=broker.credentials=/dev/stdin >/dev/null
}

run_all() {
  local protocols busy
  check_owner
  busy=$(answer_of in_namespace get pods -l "$OURS,app.kubernetes.io/component=client" \
    --field-selector status.phase=Running -o 'jsonpath={.items[*].metadata.labels.rpc-stress/run}')
  [[ -z $busy || $busy == "$name" ]] || die 2 "$busy is running: wait for it, or follow it with --name $busy"
  if ! phases | grep -qE '^(Running|Pending)'; then
    protocols=$(answer_of in_namespace get deployments -l "$OURS,app.kubernetes.io/component=server" \
      -o 'jsonpath={.items[*].metadata.annotations.rpc-stress/server}')
    [[ -n $protocols ]] || die 2 "no server is deployed in $namespace: run apply first"
    # shellcheck disable=SC2086 # names
    write_client "$(protocols $protocols)"
    # one that ended is started anew, without its pods; what it measured is on the volume, and a sweep goes on from there
    answer_of in_namespace delete jobs -l "rpc-stress/run=$name" --ignore-not-found --cascade=foreground >&2
    kubectl kustomize "$made/run" | answer_of kc apply -f - >&2
  fi
  follow
}

# protocols COMPONENT...: what can be measured, with commas.
protocols() {
  local each
  for each; do is_broker "$each" || server_of "$each"; done | sort -u | paste -sd,
}

# phases: "PHASE EXIT-CODE" of each of the run's pods.
phases() { in_namespace get pods -l "rpc-stress/run=$name" -o "jsonpath=$PHASES" 2>/dev/null || true; }

# follow: what the run says, until it ends; then its exit code. Ctrl-C ends the following, not the run.
follow() {
  local started=$SECONDS lines=-1 code
  until phases | grep -qE '^(Running|Succeeded|Failed)'; do
    [[ $((SECONDS - started)) -lt $timeout ]] ||
      die 1 "$name has not started within $timeout s: is a node labelled rpc-stress/role=client? kubectl describe pods says more"
    sleep 1
  done
  # once also of what has ended already; what was printed is not printed again where the connection was lost
  while true; do
    in_namespace logs -f -l "rpc-stress/run=$name" --tail="$lines" 2>/dev/null || true
    lines=0
    phases | grep -qE '^(Running|Pending)' || break
    sleep 1
  done
  code=$(phases | cut -d ' ' -f 2 | sort -n | tail -n 1)
  say "$name ended with $code; bring its results with: $0 fetch --name $name"
  return "$code"
}

# bring_copy NAME: a run's folder as it is on the volume, in the folder "there"; fails where it does not arrive whole, which
# gzip's checksum shows.
bring_copy() {
  rm -rf "$there"
  mkdir "$there"
  # 1 is tar's for a file that grows
  # shellcheck disable=SC2016 # for the shell of the pod to expand
  on reader bash -c 'tar -C "/results/$1" -cz . 2>/dev/null || test "$?" = 1' - "$1" </dev/null |
    tar -C "$there" --no-same-owner -xzf -
}

fetch_all() {
  local each found="" status=0 there=$scratch/there
  mkdir -p "$to" || die 2 "--to $to: cannot write there"
  trap 'in_namespace delete pod reader --ignore-not-found >/dev/null 2>&1 || true; rm -rf "$scratch"' EXIT
  kustomization "$made/reading" ../reader
  kubectl kustomize "$made/reading" | answer_of kc apply -f - >/dev/null
  answer_of in_namespace wait --for=condition=Ready pod/reader --timeout="${timeout}s" >/dev/null
  for each in $(on reader ls /results </dev/null); do
    # what else a volume may have, such as lost+found, is no run's
    [[ $each =~ ^[a-z0-9][a-z0-9-]*$ && (-z $name || $each == "$name") ]] || continue
    bring_copy "$each" || die 1 "$each did not arrive whole: run it again"
    collect "$each" "$there" || status=1
    mkdir -p "$to/$each/kubernetes"
    kc get nodes -o wide >"$to/$each/kubernetes/nodes.txt"
    in_namespace get pods -l "$OURS" -o wide >"$to/$each/kubernetes/pods.txt"
    found=yes
  done
  [[ -n $found ]] || die 2 "there are no results${name:+ of $name} in $namespace"
  return "$status"
}

clean_all() {
  check_owner
  answer_of kc delete namespace "$namespace" --ignore-not-found --wait --timeout="${timeout}s" >&2
}

action="" technologies=rpcx,grpc,openfeign,tcp context="" namespace=rpc-stress name="" to=$home/results
timeout=300 state="" tag=none tool=podman java=""
words=() # behind --

main() {
  local rest
  bind=servers
  read_options "technologies context namespace name to timeout state tool" "" "$@"
  action=${rest[0]:-} words=("${rest[@]:1}")
  one_of "$action" "${ACTIONS[@]}" || die 2 "unknown action '$action'; expected one of ${ACTIONS[*]}"
  [[ $namespace =~ ^[a-z0-9][a-z0-9-]{0,62}$ ]] || die 2 "--namespace '$namespace': expected up to 63 small letters, digits and hyphens"
  [[ $name =~ ^([a-z0-9][a-z0-9-]{0,39})?$ ]] || die 2 "--name '$name': expected up to 40 small letters, digits and hyphens"
  [[ " ${words[*]-}" != *" --host"* && " ${words[*]-}" != *" --out"* ]] ||
    die 2 "--host and --out: the servers are those of the cluster, and the folder is named by --name"
  state=${state:-$(state_folder "$home")/kubernetes}
  mkdir -p "$state" || die 2 "cannot write to $state: choose another --state"
  made=$state/manifests-$namespace # a copy of the folders here, and what is written over them
  rm -rf "$made"
  cp -r "$here" "$made"
  [[ ! -r $state/images ]] || tag=$(<"$state/images")
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/rpc-stress-kubernetes.XXXXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  if [[ $action == render || $action == run ]]; then
    name=${name:-$(date +%Y%m%d-%H%M%S)}
    [[ ${#words[@]} -gt 0 ]] || words=(--quick)
  fi
  [[ $tag != none || $action != apply && $action != run ]] ||
    die 2 "no images were made here: run deploy/kubernetes/kubernetes.sh images"
  "${action}_all"
}

main "$@"
