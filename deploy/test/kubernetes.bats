#!/usr/bin/env bats
# The manifests for a cluster: that every server gets one, what each allows its pod, what is refused, and what the
# script asks of a cluster, which is played by a program in the place of kubectl. No cluster is asked.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
  command -v kubectl >/dev/null || return 0
  # one look at the jars for all tests
  LIST=$BATS_FILE_TMPDIR/list.json
  java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$BATS_TEST_DIRNAME/../../client-harness/target/client-harness.jar" list --json >"$LIST" || return 0
  ALL=$BATS_FILE_TMPDIR/all.yaml
  "$BATS_TEST_DIRNAME/../kubernetes/kubernetes.sh" render --state "$BATS_FILE_TMPDIR/state" --technologies all --clients 3 --list "$LIST" \
    --form jobset -- run --threads 9 --requests 30 >"$ALL"
  export LIST ALL
  make_images
}

# make_images: with a program in the place of podman, which keeps what it was to make images of.
make_images() {
  local bin=$BATS_FILE_TMPDIR/bin
  mkdir -p "$bin" "$BATS_FILE_TMPDIR/images"
  cat >"$bin/podman" <<'PODMAN'
#!/usr/bin/env bash
printf '%s\n' "$*" >>"$BATS_FILE_TMPDIR/podman"
target=$(sed 's/.*--target \([a-z]*\).*/\1/' <<<"$*")
[[ $1 != build ]] || mv "${@: -1}/$target" "$BATS_FILE_TMPDIR/images/rpc-stress-$target"
PODMAN
  chmod +x "$bin/podman"
  PATH=$bin:$PATH "$BATS_TEST_DIRNAME/../kubernetes/images.sh" --tool podman --jre localhost/jre \
    --state "$BATS_FILE_TMPDIR/state" >"$BATS_FILE_TMPDIR/images.said" 2>&1
}

setup() {
  [[ -z ${RPC_STRESS_TEST_PYTHON:-} ]] || export PYTHONPATH=$RPC_STRESS_TEST_PYTHON
  [[ -r $DEPLOY/../client-harness/target/client-harness.jar && -r $DEPLOY/../server-grpc/target/server-grpc.jar ]] ||
    fail "build it first: mvn -DskipTests package"
  STATE=$BATS_TEST_TMPDIR/state
}

need_kustomize() {
  # 1.22 is the first with kustomize 4, whose components these are
  kubectl version --client 2>/dev/null | grep -qE 'Kustomize Version: v([4-9]|[1-9][0-9])' ||
    skip "there is no kubectl 1.24 or newer here"
}

need_yaml() { python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml"; }

# with_servers: the technologies that have one, one a line.
with_servers() {
  (
    home=$(dirname "$DEPLOY")
    . "$DEPLOY/lib/tools.sh"
    . "$DEPLOY/lib/technologies.sh"
    technologies
  )
}

# kubernetes ACTION WORD...
kubernetes() { "$DEPLOY/kubernetes/kubernetes.sh" "$1" --state "$STATE" --list "$LIST" "${@:2}"; }

# rendered WORD...: what comes of it, in a file
rendered() { kubernetes render "$@" >"$BATS_TEST_TMPDIR/all.yaml"; }

@test "every server of every technology that list --json names has its pod, and its ports lead there" {
  need_kustomize
  need_yaml
  # shellcheck disable=SC2046 # names
  run python3 - "$ALL" "$LIST" "$DEPLOY/.." $(with_servers) <<'PYTHON'
import glob, json, os, sys, yaml

documents = [each for each in yaml.safe_load_all(open(sys.argv[1])) if each]
of = lambda kind: [each for each in documents if each["kind"] == kind]
[service] = of("Service")
leads = {port["port"]: port["targetPort"] for port in service["spec"]["ports"]}
assert len(leads) == len(service["spec"]["ports"]), "a port twice"
holders = {}
for deployment in of("Deployment"):
    [container] = deployment["spec"]["template"]["spec"]["containers"]
    for port in container["ports"]:
        assert len(port["name"]) <= 15, port
        assert holders.setdefault(port["name"], deployment) is deployment, port
        assert leads[port["containerPort"]] == port["name"], port
    assert service["spec"]["selector"].items() <= deployment["spec"]["template"]["metadata"]["labels"].items()
    assert glob.glob(os.path.join(sys.argv[3], "**", "target", container["args"][1]), recursive=True), container["args"]
seen = 0
for line in open(sys.argv[2]):
    technology = json.loads(line)
    if technology["technology"] not in sys.argv[4:]:
        continue
    for variant in technology["variants"]:
        holder = holders[leads[variant["port"]]]["metadata"]["name"]
        usage = holders[leads[variant["usagePort"]]]["metadata"]
        assert usage["annotations"]["rpc-stress/server"] == variant["server"], variant
        assert holder == variant["server"].replace("@", "-") or technology["technology"] == "amqp" and holder == "rabbitmq", variant
        seen += 1
assert seen > 40, seen
print("all", len(holders))
PYTHON
  assert_success
  assert_output --regexp '^all [0-9]+$'
}

@test "no pod may do more than it needs, and no secret is in a manifest" {
  need_kustomize
  need_yaml
  rendered --technologies roles-grpc -- --quick
  { echo --- && cat "$ALL"; } >>"$BATS_TEST_TMPDIR/all.yaml"
  run python3 - "$BATS_TEST_TMPDIR/all.yaml" <<'PYTHON'
import sys, yaml

def pods(document):
    spec = document.get("spec", {})
    if document["kind"] == "JobSet":
        return [job["template"]["spec"]["template"] for job in spec["replicatedJobs"]]
    return [spec["template"]] if "template" in spec else []

count = 0
for document in yaml.safe_load_all(open(sys.argv[1])):
    assert document["kind"] != "Secret", document
    for pod in pods(document):
        count += 1
        spec = pod["spec"]
        name = document["metadata"]["name"]
        assert document["metadata"]["namespace"] == "rpc-stress", name
        assert spec["automountServiceAccountToken"] is False and spec["enableServiceLinks"] is False, name
        assert spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"] > 0, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert spec["nodeSelector"]["rpc-stress/role"] in ("client", "server"), name
        assert not any(spec.get(each) for each in ("hostNetwork", "hostPID", "hostIPC")), name
        assert not any("hostPath" in volume for volume in spec["volumes"]), name
        for container in spec["containers"] + spec.get("initContainers", []):
            own = container["securityContext"]
            assert own["readOnlyRootFilesystem"] and own["allowPrivilegeEscalation"] is False, name
            assert own["capabilities"] == {"drop": ["ALL"]}, name
            assert container["resources"]["requests"] == container["resources"]["limits"], name
            assert container["resources"]["limits"]["cpu"] == "1", name
            assert container["image"].startswith("localhost/rpc-stress-") and container["imagePullPolicy"] == "Never", name
            assert "hostPort" not in str(container.get("ports")), name
print("pods", count)
PYTHON
  assert_success
  assert_output --regexp '^pods [3-9][0-9]$'
  run grep -iE 'password|user=' "$BATS_TEST_TMPDIR/all.yaml"
  assert_failure
}

@test "a technology that nobody here knows gets its manifests by itself" {
  need_kustomize
  local home=$BATS_TEST_TMPDIR/home
  mkdir -p "$home/server-semaphore"
  : >"$home/server-semaphore/pom.xml"
  cp -r "$DEPLOY" "$home/"
  run bash -euc '
    home=$1 here=$1/deploy/kubernetes namespace=here tag=1 podman=no
    declare -A nodes=()
    for file in lib/{tools,technologies,components,roles,brokers} kubernetes/{names,render}; do . "$home/deploy/$file.sh"; done
    learn_list <<<"{\"technology\":\"semaphore\",\"operations\":[\"greet\"],\"variants\":[{\"server\":\"semaphore\",\"port\":9777,\"usagePort\":10777},{\"server\":\"semaphore@tuned\",\"port\":9877,\"usagePort\":10877}]}"
    choose_servers all
    write_servers "$2"
    kustomize "$2"' - "$home" "$STATE/new"
  assert_success
  assert_line "  name: semaphore"
  assert_line "  name: semaphore-tuned"
  assert_line --partial "containerPort: 9877"
  assert_line --partial "server-semaphore.jar"
}

@test "each service of an order calls those that it has to, by ports that lead to them, and those alone may be called" {
  need_kustomize
  need_yaml
  local technology all
  # of a technology that goes through a broker, no service calls another
  all=$(grep '"place-order"' "$LIST" | sed 's/^{"technology":"\([^"]*\)".*/\1/' | grep -vx amqp | grep -xF "$(with_servers)")
  rendered --technologies "$(sed 's/^/roles-/' <<<"$all" | paste -sd,)"
  for technology in $all; do
    run python3 - "$BATS_TEST_TMPDIR/all.yaml" "$technology" <<'PYTHON'
import sys, yaml

documents = [each for each in yaml.safe_load_all(open(sys.argv[1])) if each]
where, peers, called, heaps = {}, {}, set(), set()
for each in documents:
    if each["kind"] != "Deployment" or not each["metadata"]["name"].endswith("-" + sys.argv[2]):
        continue
    pod = each["spec"]["template"]
    [container] = pod["spec"]["containers"]
    role = each["metadata"]["name"].removesuffix("-" + sys.argv[2])
    args = container["args"]
    assert args[args.index("--role") + 1] == role, args
    where[args[args.index("--port") + 1]] = role
    peers[role] = dict(args[i + 1].split("=servers:") for i, word in enumerate(args) if word == "--peer")
    heaps |= {one["value"] for one in container["env"] if one["name"] == "RPC_STRESS_HEAP"}
    if pod["metadata"]["labels"].get("rpc-stress/called-by") == "servers":
        called.add(role)
calls = {role: {name: where[port] for name, port in each.items()} for role, each in peers.items()}
assert calls == {
    "order": {"product": "product", "customer": "customer"},
    "customer": {"shipping": "shipping"}, "product": {}, "shipping": {}}, calls
assert called == {"product", "customer", "shipping"}, called
assert heaps == {"128m"}, heaps
print("orders pass")
PYTHON
    assert_success
    assert_output "orders pass"
  done
}

@test "they hold Kubernetes' definitions and JobSet's, and what does not is named" {
  need_kustomize
  python3 -c 'import kubernetes_validate' 2>/dev/null || skip "python3 has no kubernetes_validate"
  run --separate-stderr kubernetes check --technologies all
  assert_success
  assert_line --regexp '^checked against Kubernetes 1\.[0-9.]+: .*[0-9]{2} Deployment, 2 Job, .*; 0 errors$'
  run python3 "$DEPLOY/kubernetes/schemas.py" <<'YAML'
apiVersion: v1
kind: Service
metadata: {name: wrong}
spec: {prots: [{port: 1}]}
YAML
  assert_failure 1
  assert_line --partial "Service wrong: "
  assert_line --partial "prots"
}

@test "a JobSet that its definition does not know is named" {
  python3 -c 'import kubernetes_validate' 2>/dev/null || skip "python3 has no kubernetes_validate"
  cat >"$BATS_TEST_TMPDIR/crd.yaml" <<'YAML'
spec:
  group: jobset.x-k8s.io
  versions:
    - name: v1alpha2
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: {type: string}
            kind: {type: string}
            metadata: {type: object}
            spec:
              type: object
              properties:
                failurePolicy: {type: object, properties: {maxRestarts: {type: integer}}}
YAML
  run python3 "$DEPLOY/kubernetes/schemas.py" "$BATS_TEST_TMPDIR/crd.yaml" <<'YAML'
{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: right}, spec: {failurePolicy: {maxRestarts: 0}}}
---
{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: wrong}, spec: {failurePolicy: {maxRestart: 0}}}
YAML
  assert_failure 1
  assert_line --partial "JobSet wrong: spec/failurePolicy: "
  refute_output --partial "JobSet right"
}

# refused EXPECTED WORD...
refused() {
  local expected=$1
  shift
  run --separate-stderr kubernetes "$@"
  assert_equal "$status" 2
  assert_equal "$output" ""
  assert_equal "${#stderr_lines[@]}" 1
  [[ $stderr == *"$expected"* ]] || fail "expected '$expected', got: $stderr"
}

@test "misuse: one line that names the value, exit 2" {
  refused "unknown technology 'grcp'; did you mean 'grpc'?" render --technologies grcp
  refused "order-grpc and grpc would listen on one port, 9002" render --technologies roles-grpc,grpc
  refused "openfeign has no place-order; those that have it: rpcx grpc " render --technologies roles-openfeign
  refused "'grpc@fast': expected example or tuned" render --technologies grpc@fast
  refused "--node redis=b: expected client, server, a role or one of: grpc" render --technologies grpc --node redis=b
  refused "--node 'server=Worker_2': expected WHAT=NODE" render --node server=Worker_2
  refused "unknown action 'rendr'; did you mean 'render'?" rendr
  refused "'fetch': one action at a time" render fetch
  refused "did you mean '--technologies'?" render --technology grpc
  refused "--clients '0': expected 1 to 100" render --clients 0
  refused "--requests 100: 3 clients cannot share it exactly" render --technologies tcp --clients 3 -- run --threads 9 --requests 100
  refused "--threads 2: fewer than the 3 clients" render --technologies tcp --clients 3 -- run --threads 2 --requests 9
  refused "one point is shared so far" render --technologies tcp --clients 3 -- --quick
  refused "--host: the servers are those of the cluster" render --technologies tcp -- run --host x --threads 1 --requests 1
  refused "--out: the folder is named by --name" render --technologies tcp -- --out x
  refused "apply takes no words behind --" apply -- --quick
  refused "--podman goes with render and one client" render --podman --clients 2
  refused "--part 'all': expected servers or client" render --part all
  refused "--form goes with --clients 2 or more" render --form jobset
  refused "expected up to 40 small letters" render --name Trial
}

@test "several clients have exact shares, a folder each, and never a second try" {
  need_kustomize
  need_yaml
  local form
  for form in jobset indexed-job; do
    rendered --technologies tcp --clients 3 --form "$form" --name both -- run --threads 9 --requests 30
    run python3 - "$BATS_TEST_TMPDIR/all.yaml" <<'PYTHON'
import sys, yaml

[client] = [each for each in yaml.safe_load_all(open(sys.argv[1])) if each["metadata"]["name"] == "client-both"]
spec = client["spec"]
if client["kind"] == "JobSet":
    assert spec["failurePolicy"] == {"maxRestarts": 0}, spec
    [job] = spec["replicatedJobs"]
    assert job["replicas"] == 3, job
    spec = job["template"]["spec"]
else:
    assert (spec["completionMode"], spec["completions"], spec["parallelism"]) == ("Indexed", 3, 3), spec
assert spec["backoffLimit"] == 0, spec
pod = spec["template"]["spec"]
assert pod["restartPolicy"] == "Never" and "podAntiAffinity" in pod["affinity"], pod
[results] = [volume for volume in pod["volumes"] if volume["name"] == "results"]
assert set(results) == {"name", "ephemeral"}, results
# by which fetch finds them
labels = results["ephemeral"]["volumeClaimTemplate"]["metadata"]["labels"]
assert labels == {"app.kubernetes.io/part-of": "rpc-stress", "app.kubernetes.io/component": "client"}, labels
[container] = pod["containers"]
[index] = [each for each in container["env"] if each["name"] == "RPC_STRESS_CLIENT"]
assert "fieldRef" in index["valueFrom"], index
print(" ".join(container["args"]))
PYTHON
    assert_success
    # shellcheck disable=SC2016 # the cluster's variable
    assert_output 'run --host servers --out /results/both-$(RPC_STRESS_CLIENT) --protocol tcp --threads 3 --requests 10'
  done
}

@test "a sweep is told that servers stay, and that there is no one to read a report" {
  need_kustomize
  run kubernetes render --part client --technologies roles-grpc,tcp --name orders -- --experiment order-flow --quick
  assert_success
  run bash -c 'grep -A 20 " args:" <<<"$1" | sed -n "s/^ *- //p" | grep -v "^args\|^name" | paste -sd" "' - "$output"
  assert_output "sweep.sh --host servers --out /results/orders --no-report --fresh-servers client --experiment order-flow --quick"
}

# ---- what is asked of a cluster -----------------------------------------------------------------------

# a_cluster: a program in the place of kubectl, that notes what it is asked, and answers what is in files here. Commands in a
# pod are run here, on a folder in the place of the volume.
a_cluster() {
  CLUSTER=$BATS_TEST_TMPDIR/cluster
  mkdir -p "$STATE"
  echo 0123456789ab >"$STATE/images"
  mkdir -p "$CLUSTER/bin" "$CLUSTER/results"
  REAL=$(command -v kubectl)
  export CLUSTER REAL
  printf 'alpha beta' >"$CLUSTER/nodes"
  printf 'rpc-stress/rpc-stress' >"$CLUSTER/namespace"
  cat >"$CLUSTER/bin/kubectl" <<'KUBECTL'
#!/usr/bin/env bash
[[ $1 != kustomize ]] || exec "$REAL" "$@"
printf '%s\n' "$*" >>"$CLUSTER/asked"
case "$*" in
  "get nodes -l rpc-stress/role="*) [[ -e $CLUSTER/unlabelled ]] || echo node/alpha ;;
  "get nodes -o name") tr ' ' '\n' <"$CLUSTER/nodes" | sed 's|^|node/|' ;;
  "get nodes "*) echo "NODE KERNEL" && echo "alpha 6.1" ;;
  "get namespace"*) cat "$CLUSTER/namespace" ;;
  *"create secret"*) cat >"$CLUSTER/secret" ;;
  "apply -f "*) cat "${@: -1}" >>"$CLUSTER/applied" ;;
  *"get persistentvolumeclaims"*) echo results ;;
  *"exec -i reader -- "*)
    shift 6
    exec "${@//\/results/$CLUSTER/results}"
    ;;
  *"get pods"*exitCode*) cat "$CLUSTER/exit" ;;
  *"get pods"*'!="Succeeded"'*) ;;
  *"get pods"*"{.status.phase}{"*) echo Succeeded ;;
  *"get pods"*custom-columns*) echo "POD NODE" && echo "client-x alpha" ;;
  *"get deployments"*) printf 'grpc@tuned\norder-rpcx\n' ;;
  *"logs -f"*) echo "what the client says" ;;
esac
KUBECTL
  chmod +x "$CLUSTER/bin/kubectl"
  PATH=$CLUSTER/bin:$PATH
}

@test "apply: the node, the namespace and the broker's user are looked at first; the password is in no argument" {
  need_kustomize
  a_cluster
  refused "--node server=gamma: the cluster has no such node, but: alpha beta" apply --technologies tcp --node server=gamma
  : >"$CLUSTER/unlabelled"
  refused "no node is labelled rpc-stress/role=server" apply --technologies tcp
  rm "$CLUSTER/unlabelled"
  printf 'rpc-stress/another' >"$CLUSTER/namespace"
  refused "not one that apply has made" apply --technologies tcp
  refused "not one that apply has made: it stays" clean
  assert [ ! -e "$CLUSTER/applied" ]
  : >"$CLUSTER/namespace"
  run --separate-stderr kubernetes apply --technologies amqp,tcp --node server=beta
  assert_success
  assert_equal "${stderr_lines[-1]}" "3 servers are ready: rabbitmq amqp tcp"
  run grep -c 'image: localhost/rpc-stress-[a-z]*:0123456789ab$' "$CLUSTER/applied"
  assert_output 3
  run cat "$CLUSTER/secret"
  assert_line --index 0 --regexp '^user=rpcstress-[0-9a-f]{8}$'
  assert_line --index 1 --regexp '^password=[0-9a-f]{48}$'
  run grep -F "$(sed -n 's/^password=//p' "$CLUSTER/secret")" -r "$CLUSTER/asked" "$CLUSTER/applied" "$STATE"
  assert_failure
  run grep -c 'values:.*beta\|- beta' "$CLUSTER/applied"
  assert_output 3
  run grep -F 'notin (rabbitmq,amqp,tcp)' "$CLUSTER/asked"
  assert_success
}

@test "run: the client is told what is deployed, and its exit code is the script's" {
  need_kustomize
  a_cluster
  printf '1\n' >"$CLUSTER/exit"
  refused "--clients 2: 1 nodes are labelled rpc-stress/role=client" run --clients 2 -- run --threads 2 --requests 2
  mv "$STATE/images" "$STATE/made"
  refused "no images were made here" run --name trial -- --quick
  mv "$STATE/made" "$STATE/images"
  # shellcheck disable=SC2016 # not for a shell
  run --separate-stderr kubernetes run --name trial -- run --threads 7 --requests 100 --payload 'a"$(b)'
  assert_failure 1
  assert_output "what the client says"
  assert_equal "${stderr_lines[-1]}" "trial ended with 1; bring its results with: $DEPLOY/kubernetes/kubernetes.sh fetch --name trial"
  python3 -c 'import yaml' 2>/dev/null || return 0
  run python3 -c 'import sys, yaml
for each in yaml.safe_load_all(open(sys.argv[1])):
    if each["kind"] == "Job": print(each["metadata"]["name"], " ".join(each["spec"]["template"]["spec"]["containers"][0]["args"]))' "$CLUSTER/applied"
  # shellcheck disable=SC2016
  assert_output 'client-trial run --host servers --out /results/trial --protocol grpc@tuned,rpcx --threads 7 --requests 100 --payload a"$$(b)'
}

@test "fetch: every file is verified and the facts of the nodes lie beside; clean deletes the namespace" {
  need_kustomize
  a_cluster
  mkdir -p "$CLUSTER/results/trial/raw/grpc" "$CLUSTER/results/other" "$CLUSTER/results/lost+found"
  printf 'order,time\n' >"$CLUSTER/results/trial/raw/grpc/t1-r1.csv"
  : >"$CLUSTER/results/other/x"
  run --separate-stderr kubernetes fetch --name trial --to "$BATS_TEST_TMPDIR/here"
  assert_success
  assert_equal "${stderr_lines[-1]}" "trial: 1 new files in $BATS_TEST_TMPDIR/here/trial, all verified"
  run cat "$BATS_TEST_TMPDIR/here/trial/raw/grpc/t1-r1.csv" "$BATS_TEST_TMPDIR/here/trial/kubernetes/nodes.txt"
  assert_output $'order,time\nNODE KERNEL\nalpha 6.1'
  assert [ ! -e "$BATS_TEST_TMPDIR/here/other" ]
  refused "there are no results of 'third'" fetch --name third --to "$BATS_TEST_TMPDIR/here"
  # nothing of it stays there
  run tail -n 1 "$CLUSTER/asked"
  assert_output --partial "delete pod reader"
  run kubernetes clean
  assert_success
  run grep -x 'delete namespace rpc-stress --wait --timeout=300s' "$CLUSTER/asked"
  assert_success
}

@test "images: the jars of the clone, under a tag that is theirs, of nothing but what was asked for" {
  run tail -n 3 "$BATS_FILE_TMPDIR/images.said"
  assert_output --regexp "localhost/rpc-stress-client:[0-9a-f]{12}.localhost/rpc-stress-servers:[0-9a-f]{12}.localhost/rpc-stress-broker:$(cat "$BATS_FILE_TMPDIR/state/images")"
  local images=$BATS_FILE_TMPDIR/images file
  for file in client/client-harness.jar client/driver-http.jar client/sweep.sh client/experiments/order-flow.yaml \
    servers/server-http.jar servers/pod.sh broker/server-broker.jar; do
    assert [ -s "$images/rpc-stress-$file" ]
  done
  run find "$images" -name '*credentials*'
  assert_output ""
  run grep -c -- '--build-arg JRE=localhost/jre' "$BATS_FILE_TMPDIR/podman"
  assert_output 3
  run --separate-stderr "$DEPLOY/kubernetes/images.sh" --tool nerdctl
  assert_failure 2
  assert_equal "$stderr" "images.sh: --tool 'nerdctl': expected one of podman docker buildah"
}

# ---- the pods' own commands ---------------------------------------------------------------------------

# pods OPTION...: renders, and runs what was rendered as pods.sh says; results are in $PODS/results.
pods() {
  [[ $EUID -eq 0 ]] && unshare --net --mount --pid --fork true 2>/dev/null || skip "needs root and the right to make namespaces"
  PODS=$BATS_TEST_TMPDIR/pods
  mkdir -p "$PODS/pods" "$PODS/results"
  chown 10001 "$PODS/results"
  ln -s "$BATS_FILE_TMPDIR/images" "$PODS/images"
  [[ -z ${SECRET:-} ]] || printf '%s' "$SECRET" >"$PODS/secret"
  rendered --name here "$@"
  mv "$BATS_TEST_TMPDIR/all.yaml" "$PODS/manifests.yaml"
  run timeout 120 "$DEPLOY/test/pods.sh" "$PODS" client-here
}

@test "an order passes four pods that are not root and can write nowhere, and its result is on the volume" {
  need_kustomize
  need_yaml
  pods --technologies roles-grpc -- run --operation place-order --threads 2 --requests 4 --runs 2
  assert_success
  # two runs of four orders; stock is asked twice for each
  run bash -c 'cut -d , -f 1,2 "$1"/results/here/raw/grpc/*.services | sort' - "$PODS"
  assert_output $'customer,8\norder,8\nproduct,16\nservice,callsServed\nshipping,8'
}

@test "calls pass a broker's pod, whose user is in a Secret alone" {
  need_kustomize
  need_yaml
  [[ -x /usr/lib/rabbitmq/bin/rabbitmq-server ]] || skip "rabbitmq-server is not installed here"
  SECRET=$'user=tester\npassword=a1b2c3\n' pods --technologies amqp -- run --threads 2 --requests 10 --runs 2
  assert_success
  run grep -rl a1b2c3 "$PODS" --include=said-\* --include=\*.csv
  assert_output ""
}
