# shellcheck shell=bash disable=SC2154
# (all in small letters: set by kubernetes.sh)
# The client on the cluster: what it is told, how it is followed, how its results are brought. Sourced.

# A line for each pod: NAME PHASE READY WAITING-FOR
# shellcheck disable=SC2016 # kubectl's words
readonly PODS_STATE='{range .items[*]}{.metadata.name} {.status.phase} {.status.containerStatuses[0].ready} {.status.containerStatuses[0].state.waiting.reason}{"\n"}{end}'
readonly EXIT_CODES='{range .items[*]}{.status.containerStatuses[0].state.terminated.exitCode}{"\n"}{end}'
readonly FACTS_OF_NODES='custom-columns=NODE:.metadata.name,ROLE:.metadata.labels.rpc-stress/role,PROCESSORS:.status.capacity.cpu,FREE:.status.allocatable.cpu,MEMORY:.status.capacity.memory,ARCHITECTURE:.status.nodeInfo.architecture,KERNEL:.status.nodeInfo.kernelVersion,SYSTEM:.status.nodeInfo.osImage,RUNTIME:.status.nodeInfo.containerRuntimeVersion,KUBELET:.status.nodeInfo.kubeletVersion,PROXY:.status.nodeInfo.kubeProxyVersion'
readonly FACTS_OF_PODS='custom-columns=POD:.metadata.name,NODE:.spec.nodeName,QOS:.status.qosClass,IMAGE:.status.containerStatuses[0].imageID,RESTARTS:.status.containerStatuses[0].restartCount,STARTED:.status.startTime'

# ---- what the client is told ------------------------------------------------------------------------

# protocols: of the servers that were chosen, or, where none were, that are deployed: what can be measured, with commas.
protocols() {
  local name
  local -a all=(${components[@]+"${components[@]}"})
  ((${#all[@]} > 0)) ||
    mapfile -t all < <(in_namespace get deployments -l "$OURS,app.kubernetes.io/component=server" \
      -o 'jsonpath={range .items[*]}{.metadata.annotations.rpc-stress/server}{"\n"}{end}' 2>/dev/null)
  for name in ${all[@]+"${all[@]}"}; do
    is_broker "$name" || server_of_role "$name"
  done | awk '!seen[$0]++' | paste -sd,
}

# check_words: the words behind -- in the array "words", before anything is asked of a cluster: into "command" which one
# of the client's it is, into "chosen" whether they say what is measured, into "fresh" whether how long servers live.
check_words() {
  local option
  case ${words[0]} in
    run | rate)
      command=${words[0]}
      words=("${words[@]:1}")
      ;;
    -*) ;;
    *) die 2 "'${words[0]}': expected options of sweep.sh, or run or rate and theirs" ;;
  esac
  for option in ${words[@]+"${words[@]}"}; do
    case $option in
      --host | --host=* | --local) die 2 "$option: the servers are those of the cluster" ;;
      --out | --out=*) die 2 "$option: the folder is named by --name here" ;;
      --protocol | --protocol=* | --protocols | --protocols=* | --experiment | --experiment=*) chosen=yes ;;
    esac
    [[ $option != --fresh-servers && $option != --fresh-servers=* ]] || fresh=yes
  done
  [[ $clients -eq 1 ]] || share "$command"
}

# client_words FOLDER PROTOCOLS: into the array "all", what the container is told.
client_words() {
  local option
  all=("$command" --host "$(host_b)" --out "$1")
  if [[ $command == sweep.sh ]]; then
    all+=(--no-report)
    # no pod may start or stop another; what an experiment says of it would be refused
    [[ $fresh == yes ]] || all+=(--fresh-servers client)
  fi
  if [[ $chosen == no && -n $2 ]]; then
    if [[ $command == sweep.sh ]]; then all+=(--protocols "$2"); else all+=(--protocol "$2"); fi
  fi
  for option in ${words[@]+"${words[@]}"}; do all+=("$(literal "$option")"); done
}

# share COMMAND: of the threads and requests of one point, what each of several clients has; exact, or not at all.
share() {
  local i total
  [[ $1 == run ]] || die 2 "--clients $clients: one point is shared so far: -- run --threads T --requests R"
  for ((i = 0; i + 1 < ${#words[@]}; i++)); do
    case ${words[i]} in
      --threads | --requests)
        total=${words[i + 1]}
        [[ $total =~ ^[1-9][0-9]{0,8}$ ]] || die 2 "${words[i]} '$total': expected a whole number"
        ((total >= clients)) || die 2 "${words[i]} $total: fewer than the $clients clients; expected one or more for each"
        ((total % clients == 0)) || die 2 "${words[i]} $total: $clients clients cannot share it exactly; expected a multiple of $clients"
        words[i + 1]=$((total / clients))
        ;;
      --threads=* | --requests=*) die 2 "${words[i]}: with --clients, expected the number as a word of its own" ;;
    esac
  done
}

# ---- the job ------------------------------------------------------------------------------------------

run_all() {
  local jobs form_now=job count
  check_cluster
  need_own
  if [[ -n $(running) ]]; then
    [[ $(running) == "$run_name" ]] || die 2 "$(running) is running: wait for it, or follow it with --name $(running)"
    follow
    return
  fi
  check_nodes client
  [[ -n $(protocols) ]] || die 2 "no server is deployed in $namespace: run apply first"
  if [[ $clients -gt 1 ]]; then
    form_now=${form:-$(form_here)}
    count=$(asked kc get nodes -l rpc-stress/role=client -o name | wc -l)
    [[ $count -ge $clients ]] || die 2 "--clients $clients: $count nodes are labelled rpc-stress/role=client; each client has one of its own"
    jobs=$(asked in_namespace get pods -l "rpc-stress/run=$run_name" -o name) || exit $?
    [[ -z $jobs ]] || die 2 "--name $run_name: there was such a run; fetch it, and choose another name: its volumes end with its pods"
  fi
  make_client "$form_now"
  kustomize "$made/client" >"$scratch/client.yaml" || die 1 "the client's manifest does not render"
  # one that ended is begun anew; what it measured is on the volume, and a sweep goes on from there
  # (with its pods, whose end would be taken for the new one's)
  asked in_namespace delete jobs -l "rpc-stress/run=$run_name" --ignore-not-found --cascade=foreground >&2
  asked kc apply -f "$scratch/client.yaml" >&2
  if [[ $detached == yes ]]; then
    say "follow it with: $0 run --name $run_name"
  else
    follow
  fi
}

form_here() {
  if [[ -n $(kc api-resources --api-group=jobset.x-k8s.io -o name 2>/dev/null) ]]; then echo jobset; else echo indexed-job; fi
}

# running: the name of the run whose pods have not ended; nothing where none runs.
running() {
  in_namespace get pods -l "$OURS,app.kubernetes.io/component=client" \
    -o 'jsonpath={range .items[?(@.status.phase!="Succeeded")]}{.status.phase} {.metadata.labels.rpc-stress/run}{"\n"}{end}' 2>/dev/null |
    awk '$1 != "Failed" && $2 { print $2; exit }'
}

# phases: of the run's pods, each once, with blanks between.
phases() {
  in_namespace get pods -l "rpc-stress/run=$run_name" -o 'jsonpath={range .items[*]}{.status.phase}{"\n"}{end}' 2>/dev/null |
    sort -u | paste -sd' '
}

# follow: what the run says, until it ends; then its exit code.
follow() {
  local code=0 each begun=$SECONDS lines=-1
  until [[ " $(phases) " =~ \ (Running|Succeeded|Failed)\  ]]; do
    ((SECONDS - begun < timeout)) || tell_pending
    sleep "$POLL_SECONDS"
  done
  # once also of what has ended already; what was printed is not printed again where the connection was lost
  while true; do
    in_namespace logs -f -l "rpc-stress/run=$run_name" --tail="$lines" --max-log-requests "$MAX_CLIENTS" 2>"$scratch/why" || true
    lines=0
    [[ " $(phases) " =~ \ (Running|Pending)\  ]] || break
    sleep "$POLL_SECONDS"
  done
  for each in $(in_namespace get pods -l "rpc-stress/run=$run_name" -o "jsonpath=$EXIT_CODES"); do
    ((each <= code)) || code=$each
  done
  [[ -n ${each:-} ]] || die 1 "$run_name ended without a word: its pods are gone"
  say "$run_name ended with $code; bring its results with: $0 fetch --name $run_name"
  return "$code"
}

tell_pending() {
  local pod phase waiting
  while read -r pod phase _ waiting; do
    say "$pod: $phase${waiting:+, $waiting}: $(in_namespace get events --field-selector "involvedObject.name=$pod" \
      -o 'jsonpath={.items[-1:].message}' 2>/dev/null || true)"
  done < <(in_namespace get pods -l "rpc-stress/run=$run_name" -o "jsonpath=$PODS_STATE" 2>/dev/null)
  die 1 "$run_name has not begun within $timeout s; it is still asked for: clean takes it away"
}

# ---- the results --------------------------------------------------------------------------------------

# on POD COMMAND...: as deploy/lib/collect.sh asks it.
on() { in_namespace exec -i "$1" -- "${@:2}"; }

fetch_all() {
  local claim each found="" status=0
  # shellcheck disable=SC2034 # as deploy/lib/collect.sh has them
  local client=reader folder="" remote_folder=$scratch there=$scratch/there wanted=$scratch/wanted
  local -a names claims
  check_cluster
  need_own
  mkdir -p "$to" 2>/dev/null || true
  [[ -w $to ]] || die 2 "--to $to: cannot write there"
  mapfile -t claims < <(asked in_namespace get persistentvolumeclaims -l "$OURS,app.kubernetes.io/component=client" \
    -o 'jsonpath={range .items[*]}{.metadata.name}{"\n"}{end}')
  [[ -n ${claims[*]} ]] || die 1 "there are no results in $namespace: start a run first"
  for claim in "${claims[@]}"; do
    begin_reading "$claim"
    mapfile -t names < <(sweeps_there </dev/null 2>/dev/null)
    for each in ${names[@]+"${names[@]}"}; do
      # what else a volume may have, such as lost+found, is no run's
      [[ $each =~ ^[a-z0-9][a-z0-9-]*$ && (-z $run_name || $each == "$run_name" || $each == "$run_name"-[0-9]*) ]] || continue
      collect "$each" || status=1
      keep_facts "$to/$each/kubernetes"
      found=yes
    done
    end_reading
  done
  [[ -n $found ]] || die 2 "there are no results${run_name:+ of '$run_name'} in $namespace"
  return "$status"
}

# begin_reading CLAIM: a pod that has this volume.
begin_reading() {
  end_reading
  trap 'end_reading; rm -rf "$scratch"' EXIT
  write_reader "$made/reader" "$1"
  kustomize "$made/reader" >"$scratch/reader.yaml" || die 1 "the reader's manifest does not render"
  asked kc apply -f "$scratch/reader.yaml" >/dev/null
  in_namespace wait --for=condition=Ready pod/reader --timeout="${timeout}s" >/dev/null 2>"$scratch/why" ||
    die 1 "the pod that reads the volume $1 did not start: $(tail -n 1 "$scratch/why")"
}

end_reading() {
  in_namespace delete pod reader --ignore-not-found --wait >/dev/null 2>&1 || true
  trap 'rm -rf "$scratch"' EXIT
}

# keep_facts FOLDER: what the nodes are, and where each pod was, beside the results.
keep_facts() {
  local -a used
  mkdir -p "$1"
  in_namespace get pods -l "$OURS" -o "$FACTS_OF_PODS" >"$1/pods.txt"
  mapfile -t used < <(awk 'NR > 1 && $2 != "<none>" { print $2 }' "$1/pods.txt" | sort -u)
  [[ ${#used[@]} -eq 0 ]] || kc get nodes "${used[@]}" -o "$FACTS_OF_NODES" >"$1/nodes.txt"
}
