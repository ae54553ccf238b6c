#!/usr/bin/env bats
# bats file_tags=portless
# The manifests for a cluster, and what the script asks of one, which is played by a program in the place of kubectl. No
# cluster is called.

load helper

setup() {
  [[ -r $DEPLOY/../client-harness/target/client-harness.jar && -r $DEPLOY/../server-grpc/target/server-grpc.jar ]] ||
    fail "build it first: mvn -DskipTests package"
  # 1.22 is the first with kustomize 4, whose components these are
  kubectl version --client 2>/dev/null | grep -qE 'Kustomize Version: v([4-9]|[1-9][0-9])' ||
    skip "there is no kubectl 1.24 or newer here"
  STATE=$BATS_TEST_TMPDIR/state
  mkdir "$STATE"
}

# kubernetes ACTION WORD...
kubernetes() { "$DEPLOY/kubernetes/kubernetes.sh" "$1" --state "$STATE" "${@:2}"; }

# judge WORD... <PROGRAM: renders, and has Python look at "documents", a list.
judge() {
  python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml"
  kubernetes render "$@" >"$BATS_TEST_TMPDIR/all.yaml"
  run python3 -c "import sys, yaml
documents = [each for each in yaml.safe_load_all(open('$BATS_TEST_TMPDIR/all.yaml')) if each]
of = lambda kind: [each for each in documents if each['kind'] == kind]
$(cat)"
  assert_success
}

@test "each server has its pod, ports that lead there, and its own arguments" {
  judge --technologies grpc,grpc@tuned,tcp@tuned,roles-http-json,amqp <<'PYTHON'
[service] = of("Service")
leads = {port["targetPort"]: port["port"] for port in service["spec"]["ports"]}
holders, peers, called = {}, {}, set()
for deployment in of("Deployment"):
    pod = deployment["spec"]["template"]
    assert service["spec"]["selector"].items() <= pod["metadata"]["labels"].items()
    [container] = pod["spec"]["containers"]
    args = container["args"]
    name = deployment["metadata"]["annotations"]["rpc-stress/server"]
    for port in container["ports"]:
        assert len(port["name"]) <= 15 and leads.pop(port["name"]) == port["containerPort"], port
        holders[port["containerPort"]] = name
    peers[name] = {args[i + 1] for i, word in enumerate(args) if word in ("--peer", "--broker")}
    if pod["metadata"]["labels"]["rpc-stress/called-by"]:
        called.add(name)
assert not leads, leads
assert (holders[9002], holders[9102], holders[9004]) == ("grpc", "grpc@tuned", "tcp"), holders
assert (holders[9019], holders[10019], holders[10519]) == ("rabbitmq", "amqp", "rabbitmq"), holders
assert peers["order-http-json"] == {"product=servers:9205", "customer=servers:9405"}, peers
assert peers["customer-http-json"] == {"shipping=servers:9605"} and peers["amqp"] == {"servers:9019"}, peers
assert called == {"rabbitmq", "product-http-json", "customer-http-json", "shipping-http-json"}, called
PYTHON
}

@test "nats has no image with its broker" {
  run -2 kubernetes render --technologies grpc,nats
  assert_line --partial "--technologies nats: no image here has nats-server"
}

@test "no pod may do more than it needs, and no secret is in a manifest" {
  judge --technologies grpc,roles-rpcx,amqp <<'PYTHON'
assert not of("Secret")
for document in of("Deployment") + of("Job"):
    name, spec = document["metadata"]["name"], document["spec"]["template"]["spec"]
    assert document["metadata"]["namespace"] == "rpc-stress", name
    assert spec["automountServiceAccountToken"] is False and spec["enableServiceLinks"] is False, name
    assert spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"] > 0, name
    assert spec["nodeSelector"]["rpc-stress/role"] in ("client", "server"), name
    assert not any(spec.get(each) for each in ("hostNetwork", "hostPID", "hostIPC")), name
    assert not any("hostPath" in volume for volume in spec["volumes"]), name
    [container] = spec["containers"]
    own = container["securityContext"]
    assert own["readOnlyRootFilesystem"] and own["allowPrivilegeEscalation"] is False, name
    assert own["capabilities"] == {"drop": ["ALL"]}, name
    assert container["resources"]["requests"] == container["resources"]["limits"], name
    assert container["image"].startswith("localhost/rpc-stress-") and container["imagePullPolicy"] == "Never", name
PYTHON
  run ! grep -iE 'password|user=' "$BATS_TEST_TMPDIR/all.yaml"
}

# refused EXPECTED WORD...
refused() {
  run --separate-stderr kubernetes "${@:2}"
  assert_equal "$status" 2
  assert_equal "$output" ""
  assert_equal "${#stderr_lines[@]}" 1
  [[ $stderr == *"$1"* ]] || fail "expected '$1', got: $stderr"
}

@test "misuse: one line that names the value, exit 2" {
  refused "unknown technology 'grcp'; did you mean 'grpc'?" render --technologies grcp
  refused "order-grpc and grpc would listen on one port, 9002" render --technologies grpc,roles-grpc
  refused "unknown action 'rendr'" rendr
  refused "did you mean '--technologies'?" render --technology grpc
  refused "--host and --out: the servers are those of the cluster" render -- run --host x
  refused "expected up to 40 small letters" render --name Trial
  refused "no images were made here" apply
  refused "nerdctl is not installed here" images --tool nerdctl
}

# a_cluster: a program in the place of kubectl, that notes its arguments, and answers what is in files here. Commands in a
# pod are run here, on a folder in the place of the volume.
a_cluster() {
  CLUSTER=$BATS_TEST_TMPDIR/cluster
  echo 0123456789ab >"$STATE/images"
  mkdir -p "$CLUSTER/bin" "$CLUSTER/results"
  REAL=$(command -v kubectl)
  export CLUSTER REAL
  printf 'of rpc-stress' >"$CLUSTER/namespace"
  cat >"$CLUSTER/bin/kubectl" <<'KUBECTL'
#!/usr/bin/env bash
[[ $1 != kustomize ]] || exec "$REAL" "$@"
printf '%s\n' "$*" >>"$CLUSTER/calls"
case "$*" in
  "get nodes "*) echo "NODE KERNEL" && echo "alpha 6.1" ;;
  "get namespace"*) cat "$CLUSTER/namespace" ;;
  *"create secret"*) cat >"$CLUSTER/secret" ;;
  "apply -f -") cat >>"$CLUSTER/applied" ;;
  *"exec -i reader -- "*)
    shift 6
    exec "${@//\/results/$CLUSTER/results}"
    ;;
  *"get pods"*phase=Running*) cat "$CLUSTER/running" 2>/dev/null || true ;;
  *"get pods"*exitCode*) [[ ! -e $CLUSTER/applied ]] || echo "Succeeded 1" ;;
  *"get pods"*) echo "POD NODE" && echo "client-x alpha" ;;
  *"get deployments"*) printf 'grpc@tuned order-rpcx' ;;
  *"logs -f"*) echo "what the client says" ;;
esac
KUBECTL
  chmod +x "$CLUSTER/bin/kubectl"
  PATH=$CLUSTER/bin:$PATH
}

@test "apply: the namespace is looked at first; the broker's password is in no argument" {
  a_cluster
  printf 'of another' >"$CLUSTER/namespace"
  refused "not one that apply has made" apply --technologies tcp
  refused "not one that apply has made" clean
  assert [ ! -e "$CLUSTER/applied" ]
  : >"$CLUSTER/namespace"
  run -0 --separate-stderr kubernetes apply --technologies amqp,tcp
  assert_equal "${stderr_lines[-1]}" "3 servers are ready: rabbitmq amqp tcp"
  assert_equal "$(grep -c 'image: localhost/rpc-stress-[a-z]*:0123456789ab$' "$CLUSTER/applied")" 3
  run cat "$CLUSTER/secret"
  assert_line --index 0 --regexp '^user=rpcstress-[0-9a-f]{8}$'
  assert_line --index 1 --regexp '^password=[0-9a-f]{48}$'
  run ! grep -F "$(sed -n 's/^password=//p' "$CLUSTER/secret")" -r "$CLUSTER/calls" "$CLUSTER/applied" "$STATE"
  grep -F 'notin (rabbitmq,amqp,tcp)' "$CLUSTER/calls"
}

@test "run: the client gets what is deployed, and its exit code is the script's" {
  a_cluster
  printf other >"$CLUSTER/running"
  refused "other is running: wait for it, or follow it with --name other" run --name trial -- --quick
  rm "$CLUSTER/running"
  # shellcheck disable=SC2016 # not for a shell
  run -1 --separate-stderr kubernetes run --name trial -- run --threads 7 --requests 100 --payload 'a"$(b)'
  assert_output "what the client says"
  assert_equal "${stderr_lines[-1]}" "trial ended with 1; bring its results with: $DEPLOY/kubernetes/kubernetes.sh fetch --name trial"
  run bash -c 'grep -A 20 " args:" "$1" | sed -n "s/^ *- //p" | grep -v "^name\|^args" | paste -sd" "' - "$CLUSTER/applied"
  # shellcheck disable=SC2016
  assert_output --partial 'run --threads "7" --requests "100" --payload a"$$(b) --protocol grpc@tuned,rpcx --host servers --out /results/trial'
}

@test "fetch: every file is verified and the facts of the nodes lie beside; clean deletes the namespace" {
  a_cluster
  mkdir -p "$CLUSTER/results/trial/raw/grpc" "$CLUSTER/results/other" "$CLUSTER/results/lost+found"
  printf 'order,time\n' >"$CLUSTER/results/trial/raw/grpc/t1-r1.csv"
  run -0 --separate-stderr kubernetes fetch --name trial --to "$BATS_TEST_TMPDIR/here"
  assert_equal "${stderr_lines[-1]}" "trial: 1 new files in $BATS_TEST_TMPDIR/here/trial, all verified"
  run cat "$BATS_TEST_TMPDIR/here/trial/raw/grpc/t1-r1.csv" "$BATS_TEST_TMPDIR/here/trial/kubernetes/nodes.txt"
  assert_output $'order,time\nNODE KERNEL\nalpha 6.1'
  assert [ ! -e "$BATS_TEST_TMPDIR/here/other" ]
  refused "there are no results of third" fetch --name third --to "$BATS_TEST_TMPDIR/here"
  # nothing of it stays there
  run tail -n 1 "$CLUSTER/calls"
  assert_output --partial "delete pod reader"
  run -0 kubernetes clean
  grep 'delete namespace rpc-stress' "$CLUSTER/calls"
}

@test "images: jars and SBOMs of an unpacked archive, under a tag that is theirs" {
  local archive=$BATS_TEST_TMPDIR/archive bin=$BATS_TEST_TMPDIR/bin image=$BATS_TEST_TMPDIR/image jar
  mkdir -p "$archive/sbom" "$archive/deploy" "$bin" "$image"
  cp -r "$DEPLOY/../sweep.sh" "$DEPLOY/../experiments" "$archive/"
  cp -r "$DEPLOY/kubernetes" "$DEPLOY/lib" "$archive/deploy/"
  for jar in client-harness analysis driver-http server-grpc server-broker message-pack; do
    echo "$jar" | tee "$archive/sbom/$jar.cdx.json" >"$archive/$jar.jar"
  done
  # in the place of podman: keeps what it was to make images of
  printf '#!/bin/sh\ncp -r "$9/." "%s"\n' "$image" >"$bin/podman"
  sed -i 's/"$9/"$(eval echo \\${$#})/' "$bin/podman"
  chmod +x "$bin/podman"
  PATH=$bin:$PATH run -0 --separate-stderr "$archive/deploy/kubernetes/kubernetes.sh" images --state "$STATE"
  assert_line --regexp "^localhost/rpc-stress-broker:$(cat "$STATE/images")$"
  run find "$image" -name '*credentials*' -o -name 'message-pack.jar'
  assert_output ""
  # each that the images copy is there; what begins with --from comes out of another image
  local source
  while read -r source; do
    compgen -G "$image/$source" >/dev/null || fail "there is no $source to copy"
  done < <(sed -nE '/--from/d; s/^COPY (.*) [^ ]+$/\1/p' "$DEPLOY/kubernetes/Containerfile" | tr ' ' '\n')
}

@test "a pod's program serves as a plain user" {
  local server
  [[ $EUID -eq 0 ]] || skip "only root can become another user"
  mkdir "$BATS_TEST_TMPDIR/pod"
  cp "$DEPLOY"/kubernetes/pod.sh "$DEPLOY"/../technologies/tcp/server/target/server-tcp.jar "$BATS_TEST_TMPDIR/pod/"
  chmod -R a+rX "$BATS_RUN_TMPDIR"
  setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$BATS_TEST_TMPDIR/pod/pod.sh" || skip "an ordinary user may not read this directory"
  RPC_STRESS_BIND=127.0.0.1 setpriv --reuid 65534 --regid 65534 --clear-groups \
    "$BATS_TEST_TMPDIR/pod/pod.sh" serve server-tcp.jar --port 0 --usage-port 0 >"$BATS_TEST_TMPDIR/said" 3>&- &
  server=$!
  until grep -q '^READY tcp 127.0.0.1:' "$BATS_TEST_TMPDIR/said"; do
    kill -0 "$server"
    sleep 0.1
  done
  kill "$server"
  rm -f /tmp/ready
}
