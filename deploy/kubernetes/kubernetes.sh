#!/usr/bin/env bash
# rpc-stress on a cluster: servers on one node, the client as a job on another, results fetched, all taken away again.
# The manifests are made by render.sh from the folders beside it; this gives them to kubectl and looks at what becomes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/technologies.sh
. "$home/deploy/lib/technologies.sh"
# shellcheck source=deploy/lib/components.sh
. "$home/deploy/lib/components.sh"
# shellcheck source=deploy/lib/roles.sh
. "$home/deploy/lib/roles.sh"
# shellcheck source=deploy/lib/brokers.sh
. "$home/deploy/lib/brokers.sh"
# shellcheck source=deploy/lib/collect.sh
. "$home/deploy/lib/collect.sh"
# shellcheck source=deploy/kubernetes/names.sh
. "$here/names.sh"
# shellcheck source=deploy/kubernetes/render.sh
. "$here/render.sh"
# shellcheck source=deploy/kubernetes/run.sh
. "$here/run.sh"

readonly ACTIONS=(render check apply run fetch clean)
readonly OPTIONS=(--technologies --node --context --namespace --name --clients --form --to --timeout --state --list --tag --podman --part --detach --help)
readonly OURS=app.kubernetes.io/part-of=rpc-stress
readonly DEPLOYED="$OURS,app.kubernetes.io/component in (server,broker)"
readonly POLL_SECONDS=1 MAX_CLIENTS=100
readonly DOWNLOAD_SECONDS=60
# in its Go module
readonly JOBSET_DEFINITION=config/components/crd/bases/jobset.x-k8s.io_jobsets

usage() {
  cat <<'HELP'
Usage: deploy/kubernetes/kubernetes.sh render|check|apply|run|fetch|clean [options] [-- words of the client]

  render    prints the manifests that apply and run would give to the cluster; asks no cluster
  check     renders them and holds them against Kubernetes' and JobSet's definitions; asks no cluster
  apply     makes the namespace and what belongs there, starts the servers, and waits until they are ready; servers
            that were there and are not asked for now are taken away
  run       starts the client as a Job, and follows it; again with the name of one that runs: follows that
  fetch     brings the results that are not here yet, each file verified, with the facts of the nodes
  clean     deletes the namespace, with everything in it: also results that were not fetched

  --technologies a,b  which servers (default: rpcx,grpc,openfeign,tcp); grpc,grpc@tuned are two; roles-grpc are the four
                      services of place-order, in the place of grpc; all: every server there is
  --node WHAT=NODE,.. a node by its name, for client, server (all of them), a role (shipping) or one server
                      (rabbitmq, grpc@tuned); default: the nodes labelled rpc-stress/role=client and =server
  --context NAME      as kubectl has it (default: kubectl's current one)
  --namespace NAME    default: rpc-stress
  --name NAME         of a run, and of its folder below results/ (default: date and time); of fetch: this one alone
  --clients N         so many clients at once, each on a node of its own and with its share of the threads and
                      requests (default 1); see docs/kubernetes.md for what is not joined yet
  --form FORM         of several clients: jobset, or indexed-job (default: jobset where the cluster has it)
  --to DIR            where fetch puts results (default: results/ of this clone)
  --state DIR         where the kustomizations are written (default: .run/kubernetes of this clone)
  --timeout SECONDS   how long pods may take to start (default: 300)
  --list FILE         what "client-harness list --json" printed (default: the jars of this clone are asked)
  --tag TAG           of the images (default: that of images.sh here)
  --part PART         of render: servers or client, not both
  --podman            of render: for "podman kube play --network host" on one machine
  --detach            do not follow

Behind --: options of sweep.sh, such as --quick; or run, or rate, and the options of that command of the client's jar:
  deploy/kubernetes/kubernetes.sh run --name trial -- --quick
  deploy/kubernetes/kubernetes.sh run --name point -- run --threads 7 --requests 100

Exit: 0 done, 1 something is wrong on the cluster (one line), 2 misuse; of run, the client's own.
HELP
}

# ---- the cluster ------------------------------------------------------------------------------------

kc() { kubectl ${context:+--context "$context"} "$@"; }

# in_namespace COMMAND...
in_namespace() { kc --namespace "$namespace" "$@"; }

# asked COMMAND...: kubectl's answer; where it gives none, the script ends with its last words.
asked() {
  local answer
  answer=$("$@" 2>"$scratch/why") || die 1 "kubectl: $(tail -n 1 "$scratch/why")"
  printf '%s' "$answer${answer:+$'\n'}"
}

check_cluster() {
  local known
  command -v kubectl >/dev/null || die 2 "kubectl is not installed here: https://kubernetes.io/docs/tasks/tools/"
  if [[ -n $context ]]; then
    known=$(kubectl config get-contexts -o name 2>/dev/null | paste -sd' ')
    [[ " $known " == *" $context "* ]] || die 2 "--context $context: kubectl knows no such context, but: ${known:-none}"
  fi
}

# owner: "ours", "none" where the namespace is not there, or "another".
owner() {
  local label
  label=$(asked kc get namespace "$namespace" --ignore-not-found -o 'jsonpath={.metadata.name}/{.metadata.labels.app\.kubernetes\.io/part-of}') ||
    exit $?
  case $label in
    "") printf 'none\n' ;;
    */rpc-stress) printf 'ours\n' ;;
    *) printf 'another\n' ;;
  esac
}

# need_own: ends the script where the namespace is not there, or not ours.
need_own() {
  local whose
  whose=$(owner) || exit $?
  case $whose in
    none) die 2 "there is no namespace $namespace: run apply first, or name its --namespace" ;;
    another) die 2 "the namespace $namespace is not one that apply has made; choose another --namespace" ;;
  esac
}

# check_nodes ROLE...: those that were named are there, and for the others there is one with the label.
check_nodes() {
  local role word all found
  all=$(asked kc get nodes -o name) || exit $?
  all=${all//node\//}
  all=${all//$'\n'/ }
  for word in ${nodes[@]+"${!nodes[@]}"}; do
    [[ " $all " == *" ${nodes[$word]} "* ]] || die 2 "--node $word=${nodes[$word]}: the cluster has no such node, but: $all"
  done
  for role; do
    [[ -z ${nodes[$role]:-} ]] || continue
    found=$(asked kc get nodes -l "rpc-stress/role=$role" -o name) || exit $?
    [[ -n $found ]] ||
      die 2 "no node is labelled rpc-stress/role=$role: kubectl label node NODE rpc-stress/role=$role, or --node $role=NODE; there are: $all"
  done
  [[ -z ${nodes[client]:-} || ${nodes[client]} != "${nodes[server]:-}" ]] ||
    say "client and servers are on one node, ${nodes[client]}: they take each other's processors"
}

# ---- actions ----------------------------------------------------------------------------------------

# make_servers: what was asked for, as kustomizations in the folder "made".
make_servers() {
  rm -rf "$made"
  learn_technologies
  choose_servers "$technologies"
  write_servers "$made/servers"
}

# make_client FORM: the same of the client.
make_client() {
  local out=/results/$run_name
  local -a all=()
  # shellcheck disable=SC2016 # the cluster's variable
  one_of "$1" job pod || out+='-$(RPC_STRESS_CLIENT)'
  client_words "$out" "$(protocols)"
  write_client "$made/client" "$run_name" "$1" "$clients" ${all[@]+"${all[@]}"}
}

render_all() {
  make_servers
  if [[ $podman == yes ]]; then
    make_client pod
  elif [[ $clients -eq 1 ]]; then
    make_client job
  else
    make_client "${form:-jobset}"
  fi
  [[ $part == client ]] || kustomize "$made/servers"
  [[ -n $part ]] || printf -- '---\n'
  [[ $part == servers ]] || kustomize "$made/client"
}

# check_all: the servers that were asked for, the broker's among them, and the client in each of its forms.
check_all() {
  local each
  : >"$scratch/documents"
  make_servers
  for each in job jobset indexed-job; do
    make_client "$each"
    kustomize "$made/client" >"$scratch/client" || die 1 "the $each does not render"
    { printf -- '---\n' && cat "$scratch/client"; } >>"$scratch/documents"
  done
  write_reader "$made/reader" results
  { printf -- '---\n' && kustomize "$made/servers" && printf -- '---\n' && kustomize "$made/reader"; } >>"$scratch/documents" ||
    die 1 "the servers do not render"
  need_python
  python3 "$here/schemas.py" "$(jobset_definition)" <"$scratch/documents"
}

# jobset_definition: the file that defines JobSet, of its Go module; nothing where it cannot be had.
jobset_definition() {
  local folder
  command -v go >/dev/null || return 0
  folder=$(cd "$here/definition" && GOTOOLCHAIN=local timeout "$DOWNLOAD_SECONDS" go mod download -json sigs.k8s.io/jobset 2>/dev/null |
    sed -n 's/^\t"Dir": "\(.*\)",$/\1/p') || return 0
  [[ -z $folder ]] || printf '%s\n' "$folder/$JOBSET_DEFINITION.yaml"
}

need_python() {
  python3 -c 'import kubernetes_validate' 2>/dev/null ||
    die 1 "they render, and are not checked: python3 has no kubernetes_validate; python3 -m pip install kubernetes-validate"
}

apply_all() {
  local whose names name
  check_cluster
  make_servers
  check_nodes server
  whose=$(owner) || exit $?
  [[ $whose != another ]] || die 2 "the namespace $namespace is there and not one that apply has made; choose another --namespace"
  kustomize "$made/servers" >"$scratch/servers.yaml" || die 1 "the manifests do not render"
  asked kc apply -f "$scratch/servers.yaml" >&2
  make_secret
  names=$(for name in "${components[@]}"; do in_kubernetes "$name"; done | paste -sd,)
  asked in_namespace delete deployments -l "$DEPLOYED,app.kubernetes.io/name notin ($names)" --ignore-not-found >&2
  in_namespace wait --for=condition=Available deployments -l "$DEPLOYED" --timeout="${timeout}s" >/dev/null 2>"$scratch/why" ||
    tell_unready
  say "${#components[@]} servers are ready: ${components[*]}"
}

# make_secret: who may use the broker, once for each deployment; in no argument, no file and no output.
make_secret() {
  local there
  has_broker || return 0
  there=$(asked in_namespace get secret broker --ignore-not-found -o name) || exit $?
  [[ -z $there ]] || return 0
  printf 'user=rpcstress-%s\npassword=%s\n' "$(random_hex 4)" "$(random_hex 24)" |
    in_namespace create secret generic broker --from-file=broker.credentials=/dev/stdin >/dev/null 2>"$scratch/why" ||
    die 1 "the broker's Secret could not be made: $(tail -n 1 "$scratch/why")"
}

random_hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

# tell_unready: a line for each pod that did not become ready, and the end.
tell_unready() {
  local pod phase ready waiting
  while read -r pod phase ready waiting; do
    [[ $ready != true ]] || continue
    say "$pod: $phase${waiting:+, $waiting}: $(in_namespace logs "$pod" --tail=1 2>/dev/null || true)"
  done < <(in_namespace get pods -l "$DEPLOYED" -o "jsonpath=$PODS_STATE" 2>/dev/null)
  die 1 "not all servers became ready within $timeout s"
}

clean_all() {
  local whose
  check_cluster
  whose=$(owner) || exit $?
  case $whose in
    none) say "there is no namespace $namespace: nothing to take away" ;;
    another) die 2 "the namespace $namespace is not one that apply has made: it stays" ;;
    ours)
      asked kc delete namespace "$namespace" --wait --timeout="${timeout}s" >&2
      rm -rf "$made"
      ;;
  esac
}

# ---- the command line ---------------------------------------------------------------------------------

parse() {
  while (($#)); do
    case $1 in
      --technologies | --node | --context | --namespace | --name | --clients | --form | --to | --timeout | --state | --list | --tag | --part)
        [[ $# -ge 2 && -n $2 ]] || die 2 "$1 needs a value"
        read_option "$1" "$2"
        shift
        ;;
      --podman) podman=yes ;;
      --detach) detached=yes ;;
      -h | --help) usage && exit 0 ;;
      --)
        shift
        words=("$@")
        return 0
        ;;
      -*) die 2 "unknown option '$1'; did you mean '$(nearest "$1" "${OPTIONS[@]}")'? Options of the client go behind --" ;;
      *)
        [[ -z $action ]] || die 2 "'$1': one action at a time; words of the client go behind --"
        one_of "$1" "${ACTIONS[@]}" || die 2 "unknown action '$1'; did you mean '$(nearest "$1" "${ACTIONS[@]}")'?"
        action=$1
        ;;
    esac
    shift
  done
}

read_option() {
  case $1 in
    --technologies) technologies=$2 ;;
    --node) read_nodes "$2" ;;
    --context) context=$2 ;;
    --namespace)
      [[ $2 =~ ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ ]] || die 2 "$1 '$2': expected up to 63 small letters, digits and hyphens"
      namespace=$2
      ;;
    --name)
      [[ $2 =~ ^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$ ]] || die 2 "$1 '$2': expected up to 40 small letters, digits and hyphens"
      run_name=$2
      ;;
    --clients)
      [[ $2 =~ ^[1-9][0-9]{0,2}$ && $2 -le $MAX_CLIENTS ]] || die 2 "$1 '$2': expected 1 to $MAX_CLIENTS clients"
      clients=$2
      ;;
    --form)
      [[ $2 == jobset || $2 == indexed-job ]] || die 2 "$1 '$2': expected jobset or indexed-job"
      form=$2
      ;;
    --to) to=$2 ;;
    --state) state=$2 ;;
    --list) list=$2 ;;
    --tag)
      [[ $2 =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$ ]] || die 2 "$1 '$2': expected up to 128 letters, digits, dots, hyphens or underscores"
      tag=$2
      ;;
    --part)
      [[ $2 == servers || $2 == client ]] || die 2 "$1 '$2': expected servers or client"
      part=$2
      ;;
    --timeout)
      [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || die 2 "$1 '$2': expected 1 to 99999 seconds"
      timeout=$2
      ;;
  esac
}

main() {
  local action="" technologies=rpcx,grpc,openfeign,tcp context="" namespace=rpc-stress run_name="" clients=1 form="" to=$home/results
  local timeout=300 detached=no podman=no part="" state=$home/.run/kubernetes made tag="" list=""
  local command=sweep.sh chosen=no fresh=no
  local -a words=()
  declare -gA nodes=()
  parse "$@"
  [[ -n $action ]] || die 2 "expected one of: ${ACTIONS[*]} (--help says what each does)"
  [[ -z $part || $action == render ]] || die 2 "--part goes with render"
  [[ $podman == no || ($action == render && $clients -eq 1) ]] || die 2 "--podman goes with render and one client"
  [[ $form == "" || $clients -gt 1 ]] || die 2 "--form goes with --clients 2 or more"
  [[ $clients -eq 1 || -z ${nodes[client]:-} ]] || die 2 "--clients $clients: each has a node of its own; label them instead of --node client="
  if one_of "$action" render check run; then
    [[ ${#words[@]} -gt 0 ]] || words=(--quick)
    check_words
  elif [[ ${#words[@]} -gt 0 ]]; then
    die 2 "$action takes no words behind --, got '${words[0]}'"
  fi
  made=$state/manifests-$namespace # and nothing else is ever there
  [[ -n $tag || ! -r $state/$TAG_FILE ]] || tag=$(<"$state/$TAG_FILE")
  [[ -n $tag ]] || ! one_of "$action" apply run fetch ||
    die 2 "no images were made here: run deploy/kubernetes/images.sh, or say the --tag of those that the nodes have"
  tag=${tag:-none}
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/rpc-stress-kubernetes.XXXXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  case $action in
    fetch) ;;
    *) run_name=${run_name:-$(date +%Y%m%d-%H%M%S)} ;;
  esac
  "${action}_all"
}

main "$@"
