#!/usr/bin/env bats
# bats file_tags=portless
# Misuse of each script: exit 2, one line that names the value and what is expected, and nothing is done.

load helper

setup_file() { quick_java; }

# refuses SCRIPT <CASES: each line "ARGUMENTS|EXPECTED".
refuses() {
  local script=$1 arguments expected
  while IFS='|' read -r arguments expected; do
    echo "$(basename "$script") $arguments"
    # shellcheck disable=SC2086 # the arguments are words
    run -2 timeout 120 "$script" $arguments
    assert_equal "${#lines[@]}" 1
    assert_output --partial "$expected"
  done
}

@test "servers.sh" {
  [[ -r $DEPLOY/../technologies/tcp/server/target/server-tcp.jar ]] || fail "build it first: mvn -DskipTests package"
  refuses "$DEPLOY/servers.sh" <<'CASES'
|expected one of: start stop restart kill freeze thaw neighbour status
strat|did you mean start?
start tpc|start: unknown technology 'tpc'; did you mean
start --prot tcp=1|did you mean '--port'?
start --port 9004|expected technology=N
start --port tcp=x|expected a whole number
start --port tcp=70000|from 0 to 65535
start --port nosuch=1|--port: unknown technology 'nosuch'
start tcp --variant fast|--variant 'fast': expected example or tuned
start tcp@multiplexed|expected example or tuned; other variants are the client's alone, and call a server of tcp: see list
start roles-rpcx@pooled|start 'rpcx@pooled': expected example or tuned
start haproxy-smtp|start: unknown technology 'smtp'
start roles-tcp|tcp has no operation that spans several services
start tcp nginx-tcp|nginx-tcp: tcp cannot be called that way; client-harness list says which paths it can take
start mtls-tcp|mtls-tcp: tcp has no TLS here; client-harness list says which technologies have
start tcp grpc --port tcp=9099,grpc=9099|grpc and tcp would listen on one port, 9099
start tcp haproxy-tcp --port tcp=0|haproxy-tcp: tcp gets any free port: start it first, and then its proxy
start roles-http-json --port http-json=0|--port http-json=0: services that call each other need ports that are known
start amqp --port amqp=0|--port rabbitmq=0
start nats --port nats=0|--port nats-server=0
start --jars /var/empty|mvn package
start --timeout soon|expected a whole number
start --drain 0|expected 1 or more
start tcp --message /none.jar|--message /none.jar: there is no such file
start tcp --message /etc/hosts,/none.jar|--message /none.jar: there is no such file
start --bind|--bind needs a value
CASES
}

@test "deploy.sh" {
  refuses "$DEPLOY/deploy.sh" <<'CASES'
--client a --server b --tecnologies tcp|unknown option '--tecnologies'; did you mean '--technologies'?
--client a|say which hosts: --client user@A --server user@B
--client|--client needs a value
--client -oProxyCommand=reboot --server b|expected user@host
--client root@10.0.0.5:22 --server b|expected user@host
--client a --server b --server-address http://10.0.0.5|expected user@host
--client a --server b --message /none.jar|--message /none.jar: there is no such file
--client a --server b --message /etc/hosts,/etc/hosts|--message names two files hosts
--client a --server b --dir /|--dir '/': expected an absolute path
--client a --server b --dir /opt|--dir '/opt': expected an absolute path
--client a --server b --dir opt/x|--dir 'opt/x': expected an absolute path
--client a --server b --dir /opt/../etc|--dir '/opt/../etc': expected an absolute path
--client a --server b --technologies rpcx,grcp|unknown technology 'grcp'; did you mean 'grpc'?
--client a --server b --technologies tcp@multiplexed|expected example or tuned; other variants are the client's alone
--client a --server b --variant fast|--variant 'fast': expected example or tuned
--client a --server b --path hapoxy|unknown path 'hapoxy'; did you mean 'haproxy'?
--client a --server b --tls maybe|--tls 'maybe': expected off, on or mtls
--client a --server b --purge|--purge goes with --uninstall
--client a --server b --control --uninstall|--control does not go with --uninstall
--client a --server b --ssh-config /nonexistent|there is no such file
--client root@[::1]:22 --server b|expected user@host
--client [::1 --server b|expected user@host
--client root@[::1] --server ::1|the same host; on one machine: ./sweep.sh --local
--client fe80::1%eth0,[fe80::1%eth0] --server b|--client: fe80::1%eth0 and fe80::1%eth0 are one host
--client root@127.0.0.2 --server 127.0.0.2|the same host; on one machine: ./sweep.sh --local
--client x,x --server b|--client: x and x are one host: each host once expected
CASES
}

@test "run-sweep.sh" {
  refuses "$DEPLOY/run-sweep.sh" <<'CASES'
--quick|say which host runs the sweep: --client user@A
--client a --name|--name needs a value
--client a --name ../x|--name '../x': expected up to 100 letters
--client a --status --quick|--status takes no options of sweep.sh, got '--quick'
--client a --stop x --line rate=1mbit|--stop takes no options of sweep.sh, got '--line'
--client a --line-interface eth0|needs --line and --server, such as
--client a --server b --line rate=1mbit --line-interface eth0 --detach|the line is put back when this ends
--client a --server b --line jitter=2ms --line-interface eth0|jitter= goes with rtt=
--client a --server b --line rate=1mbit --line-interface a,b,c|expected the interface of both hosts
CASES
}

@test "line.sh" {
  refuses "$DEPLOY/line.sh" <<'CASES'
|expected one of: set show clear
show eth0|show takes options alone, got 'eth0'
set --line rate=1mbit|say which hosts: --client user@A --server user@B
set --client a --server b --line-interface eth0|say what the line is to be like
set --client a --server b --line speed=1mbit --line-interface eth0|expected rate=, rtt=, jitter= or loss=
set --client a --server b --line rate=1mbit|--line-interface '': expected the interface of both hosts
set --client a --server b --line rate=1mbit --line-interface ../eth0|expected a name such as eth0
CASES
}

@test "collect.sh" {
  refuses "$DEPLOY/collect.sh" <<'CASES'
|say where the files are: --client user@A
--client a --nam x|unknown option '--nam'; did you mean '--name'?
--client a --all --name x|--all and --name x: give one of them
CASES
}

@test "lab.sh" {
  # shellcheck disable=SC2016 # not to be expanded, that is the point
  refuses "$DEPLOY/lab.sh" <<'CASES'
stauts|unknown command 'stauts'; did you mean 'status'? (--help lists all)
up --lnie rate=1mbit|unknown option '--lnie'; did you mean '--line'?
up --line rate=0mbit|lab.sh: --line 'rate=0mbit': expected
up --line rate=fast|lab.sh: --line 'rate=fast': expected
up --line rate=1000gbit|lab.sh: --line 'rate=1000gbit': expected
up --line speed=1mbit|lab.sh: --line 'speed=1mbit': expected rate=, rtt=, jitter= or loss=
up --line|--line needs a value
up --line rtt=20|lab.sh: --line 'rtt=20': expected
up --line rtt=0ms|lab.sh: --line 'rtt=0ms': expected
up --line rate=1mbit,rtt=11s|lab.sh: --line 'rtt=11s': expected
up --line jitter=2ms|--line 'jitter=2ms': jitter= goes with rtt=
up --line rtt=1ms,jitter=2ms|jitter= goes with rtt=, and is no more than that
link sideways|link 'sideways': expected down, up, none, or what it is like
up --line loss=51%|lab.sh: --line 'loss=51%': expected
up --line loss=many|lab.sh: --line 'loss=many': expected
up --disk 0m|lab.sh: --disk '0m': expected
up --clients 5|--clients '5': expected how many hosts call
ssh C|unknown host 'C': expected A or B
CASES
  local command as=()
  [[ $EUID -ne 0 ]] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  "${as[@]}" test -r "$DEPLOY/lab.sh" || skip "an ordinary user may not read this directory"
  for command in up down status 'ssh A' 'exec A true' 'link up' 'freeze B'; do
    # shellcheck disable=SC2086 # command and argument
    RPC_STRESS_LAB=/tmp/no-lab run -2 "${as[@]}" "$DEPLOY/lab.sh" $command
    assert_output --partial 'needs root'
  done
  [[ ! -e /tmp/no-lab ]]
}

@test "sweep.sh, which then writes nothing" {
  local out=$BATS_TEST_TMPDIR/sweep
  refuses "$DEPLOY/../sweep.sh" <<CASES
--out $out|--local or --host B
--local --metrics-port http --out $out|--metrics-port 'http': expected [ADDRESS:]PORT
--local --server-wait long --out $out|--server-wait 'long': expected seconds
CASES
  local arguments
  for arguments in "--protocols rpxc" "--threads 10:x:10" \
    "--protocols tcp --rate 50 --fault server-kiled" "--protocols tcp --rate 50 --fault broker-killed"; do
    # shellcheck disable=SC2086 # the arguments are words
    run -2 "$DEPLOY/../sweep.sh" --local $arguments --out "$out"
    assert_output --partial "${arguments##*[ =]}"
  done
  run -2 "$DEPLOY/../sweep.sh" --host 127.0.0.1 --protocols tcp --threads 1 --requests 20 --fresh-servers cell --out "$out"
  assert_output --partial "--fresh-servers cell: the servers of 127.0.0.1 cannot be restarted from here: deploy them with deploy.sh --control"
  run -2 "$DEPLOY/../sweep.sh" --host 127.0.0.1 --protocols tcp --rate 50 --fault server-killed --out "$out"
  assert_output --partial "the servers of 127.0.0.1 cannot be restarted from here"
  [[ ! -e $out ]]
}

@test "help goes to standard output, and fits a screen" {
  local script
  for script in deploy/{servers,deploy,run-sweep,collect,lab,line,kubernetes/kubernetes}.sh sweep.sh; do
    run -0 --separate-stderr --keep-empty-lines "$DEPLOY/../$script" --help
    assert_output --partial "$script"
    assert_equal "$stderr" ""
    [[ ${#lines[@]} -le 30 ]]
    run ! grep '.\{81\}' <<<"$output"
  done
}

@test "what does not fit a screen is behind --help-all" {
  local script
  for script in deploy/{servers,deploy}.sh sweep.sh; do
    run -0 "$DEPLOY/../$script" --help
    assert_output --partial "--help-all"
    local screen=$output
    run -0 "$DEPLOY/../$script" --help-all
    assert_output --partial "$screen"
    assert_not_equal "$output" "$screen"
  done
}
