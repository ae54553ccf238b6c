#!/usr/bin/env bats
# bats file_tags=lab,long
# deploy.sh on the lab: hosts that are not fit, what is copied and started anew, and each of its options.

load helper
load hosts

setup_file() {
  make_clone tcp grpc
  start_hosts
}

setup() {
  need_hosts
  [[ $BUILT == tcp,grpc ]] || skip "tcp and grpc are not both built"
}

# ---- hosts that are not fit -------------------------------------------------------------------

# unfit TEXT [OPTION...]: one line with this text, and nothing is copied.
unfit() {
  local text=$1
  shift
  run -1 deploy "$@"
  assert_line --partial "$text"
  assert_line --partial "nothing was copied"
  assert_equal "${#lines[@]}" 2
}

# hide_java HOST: as on a bare VM.
hide_java() {
  host "$1" bash -c 'mv /usr/lib/jvm /usr/lib/jvm.away; mv /usr/local/bin /usr/local/bin.away; mkdir /usr/local/bin'
  MEND="host $1 bash -c 'mv /usr/lib/jvm.away /usr/lib/jvm; rm -r /usr/local/bin; mv /usr/local/bin.away /usr/local/bin'"
}

@test "no JDK: says the command that installs it" {
  hide_java A
  unfit "host A has no Java; 17 or newer is needed: sudo apt-get install -y"
}

@test "an old JDK: says which, where, and the command" {
  hide_java B
  # a stand-in: there is no package of an old JDK to install here
  host B bash -c 'cat >/usr/local/bin/java; chmod +x /usr/local/bin/java' \
    <<<$'#!/bin/sh\necho \'openjdk version "1.8.0_402"\' >&2'
  unfit "host B has Java 1.8.0_402 at /usr/local/bin/java; 17 or newer is needed: sudo apt-get install -y"
}

@test "a taken port: says who has it" {
  host B bash -c 'mkdir -p /run/sshd; /usr/sbin/sshd -o PidFile=/run/taker.pid -p 9004'
  MEND="host B bash -c 'kill \$(cat /run/taker.pid)'"
  unfit "host B port 9004 (tcp) is taken by pid"
  assert_output --partial "/usr/sbin/sshd"
}

@test "no space: says how much there is and how much is needed" {
  host B bash -c 'mkdir -p /opt/small; mount -t tmpfs -o size=20m small /opt/small'
  MEND="host B umount /opt/small"
  unfit "host B has 20 MB free below /opt/small, and" --dir /opt/small/rpc-stress
}

@test "too few files and processes: says the limit and the line that raises it" {
  host A bash -c 'echo "ulimit -Hn 1000" >>/root/.bashrc; sed -i "1i ulimit -n 1000" /root/.bashrc'
  MEND="host A sed -i '/ulimit/d' /root/.bashrc"
  unfit "host A allows 1000 open files; 990 connections need 4096"
}

@test "a folder of somebody else is left alone" {
  host A bash -c 'mkdir -p /opt/theirs; echo theirs >/opt/theirs/file'
  MEND="host A rm -r /opt/theirs"
  run -1 deploy --dir /opt/theirs
  assert_output --partial "/opt/theirs is there, and not from rpc-stress; choose another --dir"
  run host A ls /opt/theirs
  assert_output file
}

# ---- deploying --------------------------------------------------------------------------------

servers_of() { host B /opt/rpc-stress/deploy/host/components.sh status | cut -d ' ' -f 3 | sort; }

@test "a new build of one server: that jar alone is copied, and that server alone starts anew" {
  deploy
  local one=${BUILT%%,*} before after
  before=$(server_pid "$one")
  # a JVM passes over what stands before the archive
  { echo "another build" && cat "$CLONE/server-$one.jar"; } >"$BATS_TEST_TMPDIR/jar"
  mv "$BATS_TEST_TMPDIR/jar" "$CLONE/server-$one.jar"
  run -0 deploy
  assert_line --partial "B: copied 1 of"
  after=$(server_pid "$one")
  assert_not_equal "$before" "$after"
}

@test "a server on a JVM that it was started on since is back on the deployment's" {
  deploy
  host B "$FOLDER/deploy/host/components.sh" restart tcp --gc g1
  deploy
  run -0 host B grep -c UseSerialGC "/proc/$(server_pid tcp)/cmdline"
}

# The clone of the other tests has no pom.xml, and so nothing that could be built.
@test "services of an order are deployed from the jars that are there: nothing is built" {
  MEND="rm -f '$CLONE/pom.xml'"
  touch "$CLONE/pom.xml"
  mkdir "$BATS_TEST_TMPDIR/bin"
  printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/mvn"
  chmod +x "$BATS_TEST_TMPDIR/bin/mvn"
  export PATH=$BATS_TEST_TMPDIR/bin:$PATH
  run -0 deploy --technologies roles-grpc
  refute_output --partial "building"
  assert_line --partial "(shipping-grpc customer-grpc product-grpc order-grpc)"
}

# variant_at PORT: what the server of B tells A at its usage port.
variant_at() {
  host A curl -s "http://$RPC_STRESS_LAB_NET.2:$1/usage" | sed -n 's/^rpcstress_server_variant{variant="\(.*\)"} 1/\1/p'
}

@test "a tuned server is deployed beside the example one, on ports of its own, and what is left out of the next deployment is stopped" {
  run -0 deploy --protocols grpc,grpc@tuned,tcp@tuned
  assert_line --partial "(grpc grpc@tuned tcp)"
  assert_equal "$(variant_at 10002)" example
  assert_equal "$(variant_at 10102)" tuned
  assert_equal "$(variant_at 10004)" example
  run host A sed -n 's/^technologies=//p' /opt/rpc-stress/host.conf
  assert_output grpc,grpc@tuned,tcp
  run -0 run_sweep --name both "${FUNCTION_ONLY[@]}" --threads 2 --requests 20 --runs 2
  assert_line --partial "3 points done, 0 failed"
  run host A ls "$FOLDER/results/both/raw"
  assert_line grpc@tuned
  run -0 deploy --variant tuned --technologies grpc
  assert_line --partial "(grpc@tuned)"
  run servers_of
  assert_equal "${#lines[@]}" 1
}

@test "a family whose driver is a jar of its own: both jars travel, and a sweep calls all that they serve" {
  local from
  from=$(repository)
  cp "$from"/technologies/socket/{server/target/server,driver/target/driver}-socket.jar "$CLONE/" ||
    skip "socket is not built"
  run -0 deploy --technologies socket-protobuf,socket-avro,socket-capnp
  run host B cut -f 10- /opt/rpc-stress/components.txt
  assert_line $'--technology\tsocket-avro\t--variant\texample'
  run -0 run_sweep --name sockets "${FUNCTION_ONLY[@]}" --threads 2 --requests 20 --runs 2
  assert_line --partial "3 points done, 0 failed"
}

# make_pack JSON [NAME]: order.pack.jar (or NAME.pack.jar) of this message, with the test's files.
make_pack() {
  local jar name=${2:-order}
  jar=$(find_jar "$(repository)" message-pack) || skip "message-pack is not built"
  echo "$1" >"$BATS_TEST_TMPDIR/$name.json"
  (cd "$BATS_TEST_TMPDIR" && java -jar "$jar" "$name.json")
}

@test "a pack of a message is on both hosts, its servers have it, another one starts them anew, and a sweep carries it" {
  local host before
  make_pack '{"id": 1, "name": "Ada"}'
  run -0 deploy --message "$BATS_TEST_TMPDIR/order.pack.jar"
  before=$(server_pid tcp)
  make_pack '{"id": 1, "name": "Ada", "paid": true}'
  run -0 deploy --message "$BATS_TEST_TMPDIR/order.pack.jar"
  assert_not_equal "$(server_pid tcp)" "$before"
  for host in A B; do
    run -0 host "$host" sha256sum "$FOLDER/messages/order.pack.jar"
    assert_output --partial "$(sha256sum <"$BATS_TEST_TMPDIR/order.pack.jar" | cut -d ' ' -f 1)"
  done
  run -0 run_sweep --name message "${FUNCTION_ONLY[@]}" --message "$FOLDER/messages/order.pack.jar" \
    --encoding json,java --threads 2 --requests 20 --runs 2
  assert_line --partial "4 points done, 0 failed"
}

@test "packs of a mix are on both hosts, the servers have them, and a sweep carries it" {
  make_pack '{"id": 1}' read
  make_pack '{"id": 1, "name": "Ada"}' write
  run -0 deploy --message "$BATS_TEST_TMPDIR/read.pack.jar,$BATS_TEST_TMPDIR/write.pack.jar"
  run -0 run_sweep --name mix "${FUNCTION_ONLY[@]}" --threads 2 --duration 1s --warmup 1s --windows 1 \
    --mix "$FOLDER/messages/read.pack.jar=9,$FOLDER/messages/write.pack.jar=1"
  assert_line --partial "points done, 0 failed"
  run -0 host A bash -c "cut -d , -f 1 $FOLDER/results/mix/raw/tcp/*.parts"
  assert_output $'part\nread\nwrite'
}

@test "a proxy stands beside its server: A calls through it, and its configuration comes back" {
  PATH=$PATH:/usr/sbin command -v haproxy >/dev/null || skip "haproxy is not installed here"
  cp "$(repository)/companions/proxy/target/server-proxy.jar" "$CLONE/" || skip "server-proxy is not built"
  run -0 deploy --technologies tcp --path haproxy
  run -0 run_sweep --name hop "${FUNCTION_ONLY[@]}" --threads 2 --requests 20 --runs 2 --path direct,haproxy
  assert_line --partial "2 points done, 0 failed"
  run host A cat "$FOLDER/results/hop/paths/haproxy-tcp.conf"
  assert_output --partial "bind $RPC_STRESS_LAB_NET.2:11004"
  run ! host A grep -l path-mismatch -r "$FOLDER/results/hop/raw"
  run -2 deploy --technologies tcp --path nginx
  assert_output --partial "--path nginx: none of tcp can be called that way"
}

@test "an ordinary user without sudo: into his home, and the servers run as he" {
  deploy --uninstall
  deploy --client guest@A --server guest@B --technologies "${BUILT%%,*}" --dir /home/guest/rpc-stress
  run host B bash -c 'stat -c %U /proc/$(cut -d " " -f 1 /home/guest/rpc-stress/services/*.server)'
  assert_output guest
  deploy --client guest@A --server guest@B --dir /home/guest/rpc-stress --uninstall
  run host B ls -A /home/guest
  refute_output --partial rpc-stress
}
