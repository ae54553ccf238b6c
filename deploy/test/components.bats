#!/usr/bin/env bats
# The list of components, and the one program that starts, stops and reports them: with a program that is not ours,
# as plain processes and under the keeper. What the jars do is in servers.bats, what systemd does in systemd.bats.

load helper

readonly PORT=39471 OTHER_PORT=39472

setup() {
  # a folder of its own, as on a host
  HOME_FOLDER=$BATS_TEST_TMPDIR/home
  mkdir -p "$HOME_FOLDER/deploy"
  cp -r "$DEPLOY/lib" "$DEPLOY/host" "$DEPLOY/systemd" "$HOME_FOLDER/deploy/"
  COMPONENTS=$HOME_FOLDER/deploy/host/components.sh
  LIST=$HOME_FOLDER/components.conf
}

teardown() {
  "$COMPONENTS" kill >/dev/null 2>&1 || true
}

# proxies: two that listen, of a program that every machine with these tests has.
proxies() {
  command -v python3 >/dev/null || skip "there is no python3 here"
  cat >"$LIST" <<CONF
# two of another's programs
[edge]
kind=proxy
program=python3
arguments=-m http.server $PORT --bind 127.0.0.1
port=$PORT

[queue]
kind=broker
program=python3
arguments=-m http.server $OTHER_PORT --bind 127.0.0.1
port=$OTHER_PORT
drain=1
CONF
}

# under_a_keeper: as deploy.sh leaves a host without systemd.
under_a_keeper() {
  proxies
  printf 'user=%s\nmanager=supervise\njava=java\ncds=no\n' "$(id -un)" >"$HOME_FOLDER/host.conf"
}

listens() { timeout 3 bash -c "exec 3<>/dev/tcp/127.0.0.1/$1" 2>/dev/null; }

# pid_of NAME
pid_of() { "$COMPONENTS" status "$1" | cut -d ' ' -f 3; }

eventually() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# refused TEXT: the list on the standard input is refused with this one line, and nothing is started.
refused() {
  cat >"$LIST"
  run "$COMPONENTS" start
  assert_failure 2
  assert_equal "${#lines[@]}" 1
  assert_output --partial "$1"
  run ls "$HOME_FOLDER/services"
  assert_output ""
}

@test "a wrong list: one line that names the value, and nothing is started" {
  local text expected
  while IFS='|' read -r text expected; do
    # shellcheck disable=SC2059 # its line ends are in the text
    printf "$text" >"$BATS_TEST_TMPDIR/list"
    refused "$expected" <"$BATS_TEST_TMPDIR/list"
  done <<'CASES'
[a]\nkind=servce\njar=x.jar|a: unknown kind 'servce'; did you mean 'service'?
[a]\njar=x.jar|a: no kind; expected one of: service replica broker proxy
[a]\nkind=service\njar=../x.jar|a: jar '../x.jar' leaves the folder
[a]\nkind=service\njar=/usr/share/x.jar|a: jar '/usr/share/x.jar' leaves the folder
[a]\nkind=proxy\nport=9\nprogram=deploy/../../x|a: program 'deploy/../../x' leaves the folder
[a]\nkind=proxy\nport=9\nprogram=-x|expected the name of a program
[a]\nkind=proxy\nprogram=x|a: no port; expected the one that says that it is up
[a]\nkind=proxy\nport=9\nprogram=x\nusage=endpoint|a: usage 'endpoint', which only a jar has
[a]\nkind=service\nprogram=x\nport=9|a: a service is one of our jars
[a]\nkind=service\njar=x.jar\n\n[a]\nkind=service|components.conf:5: a stands in the list twice
[a]\nkind=service\njar=x.jar\nport=9\n[b]\nkind=service\njar=x.jar\nport=9|b: port 9 is a's already
[a]\nkind=service\njar=x.jar\nport=9\n[b]\nkind=proxy\nprogram=x\nport=1009|b: port 1009 is a's already
[a]\nkind=service\njar=x.jar\nport=70000|a: port '70000': expected a port, 0 to 65535
[a]\nkind=service\njar=x.jar\nheap=lots|a: heap 'lots': expected a size such as 512m
[a]\nkind=service\njar=x.jar\nprot=9|components.conf:4: unknown key 'prot'; did you mean 'port'?
[a]\nkind=service\njar=x.jar\njar=y.jar|components.conf:4: a has jar twice
[A b]\nkind=service|expected a name such as grpc or grpc@tuned, got 'A b'
kind=service|kind stands before the first [name]
folder=nowhere\n[a]|folder 'nowhere': expected the absolute path of a folder that is there
nonsense|components.conf:1: expected [name] or key=value, got 'nonsense'
CASES
}

@test "a link out of the folder does not help" {
  ln -s /usr "$HOME_FOLDER/inside"
  refused "leaves the folder" <<<$'[a]\nkind=service\njar=inside/x.jar'
}

@test "no list, a huge one, an unknown name, verb and manager" {
  run "$COMPONENTS" start
  assert_failure 2
  assert_output --partial "components.conf: there is no such list of components"
  head -c 200000 /dev/zero | tr '\0' '#' >"$LIST"
  run "$COMPONENTS" list
  assert_failure 2
  assert_output --partial "at most 100000 bytes"
  proxies
  run "$COMPONENTS" start egde
  assert_failure 2
  assert_output --partial "there is no component egde; there are: edge queue"
  run "$COMPONENTS" stat
  assert_failure 2
  assert_output --partial "unknown verb stat: did you mean start?"
  run "$COMPONENTS" start --manager init
  assert_failure 2
  assert_output --partial "--manager init: expected one of: direct supervise systemd"
}

@test "what the list says, for scripts" {
  proxies
  printf '\n[grpc@tuned]\nkind=service\njar=server-grpc.jar\nrole=checkout\nport=9102\nusage-port=10102\n' >>"$LIST"
  run "$COMPONENTS" list
  assert_success
  assert_line --index 0 "edge proxy edge example - 127.0.0.1:$PORT - process"
  assert_line --index 2 "grpc@tuned service grpc tuned checkout 127.0.0.1:9102 10102 endpoint"
  run "$COMPONENTS" list queue
  assert_output "queue broker queue example - 127.0.0.1:$OTHER_PORT - process"
}

@test "as plain processes: started, reported, restarted, killed, stopped; one, several, all" {
  proxies
  run "$COMPONENTS" status
  assert_failure 1
  assert_line "edge dead - - -"
  run "$COMPONENTS" start
  assert_success
  listens "$PORT"
  listens "$OTHER_PORT"
  run "$COMPONENTS" status
  assert_success
  assert_line --regexp "^edge running [0-9]+ 127\.0\.0\.1:$PORT -$"
  local edge queue
  edge=$(pid_of edge) queue=$(pid_of queue)
  run "$COMPONENTS" restart edge
  assert_success
  refute [ "$(pid_of edge)" = "$edge" ]
  assert_equal "$(pid_of queue)" "$queue"
  run "$COMPONENTS" kill edge
  assert_success
  run "$COMPONENTS" status edge queue
  assert_failure 1
  assert_line "edge dead - - -"
  assert_line --partial "queue running"
  run "$COMPONENTS" stop
  assert_success
  run listens "$OTHER_PORT"
  assert_failure
}

@test "what a component needs is started with it, and stopped with the last that needs it" {
  proxies
  sed -i '/^\[edge\]/a needs=queue' "$LIST"
  "$COMPONENTS" start edge
  assert listens "$PORT"
  assert listens "$OTHER_PORT"
  local queue # is not restarted with it
  queue=$(pid_of queue)
  "$COMPONENTS" restart edge
  assert_equal "$(pid_of queue)" "$queue"
  "$COMPONENTS" stop edge
  run listens "$OTHER_PORT"
  assert_failure
  sed -i 's/^needs=queue/needs=cache/' "$LIST"
  run "$COMPONENTS" start edge
  assert_failure 1
  assert_output "components.sh: edge needs cache, which is not in the list of components"
  run listens "$PORT"
  assert_failure
}

@test "where one does not start, none of them stays, and what it said is shown" {
  proxies
  sed -i "s/http.server $OTHER_PORT/nosuch/" "$LIST"
  run "$COMPONENTS" start
  assert_failure 1
  assert_output --partial "queue did not start:"
  assert_output --partial "nosuch"
  run "$COMPONENTS" status
  assert_line "edge dead - - -"
  assert_line "queue dead - - -"
}

@test "a keeper starts again what died, and not what was stopped or killed on order" {
  under_a_keeper
  run "$COMPONENTS" deploy
  assert_success
  local before
  before=$(pid_of edge)
  kill -KILL "$before"
  is_another() { [[ $(pid_of edge) != "$before" ]] && listens "$PORT"; }
  eventually 60 is_another
  run cat "$HOME_FOLDER/log/restarts.txt"
  assert_output --regexp '^[^ ]+ edge ended with 137; started again$'

  run "$COMPONENTS" stop edge
  assert_success
  run "$COMPONENTS" kill queue
  assert_success
  sleep 1.5 # longer than the keeper's pause
  run "$COMPONENTS" status
  assert_failure 1
  assert_line "edge dead - - -"
  assert_line "queue dead - - -"
  run "$COMPONENTS" start
  assert_success
  run "$COMPONENTS" restart queue
  assert_success
  # nothing of that was a death
  run wc -l <"$HOME_FOLDER/log/restarts.txt"
  assert_output 1
}

@test "deploy starts anew what has changed, and that alone, and ends what is listed no more" {
  under_a_keeper
  "$COMPONENTS" deploy
  local edge queue
  edge=$(pid_of edge) queue=$(pid_of queue)
  sed -i 's/^drain=1$/drain=2/' "$LIST"
  run "$COMPONENTS" deploy
  assert_success
  assert_equal "$(pid_of edge)" "$edge"
  refute [ "$(pid_of queue)" = "$queue" ]
  sed -i '/^\[queue\]/,$d' "$LIST"
  run "$COMPONENTS" deploy
  assert_success
  run listens "$OTHER_PORT"
  assert_failure
  run "$COMPONENTS" remove edge
  assert_success
  run listens "$PORT"
  assert_failure
  run find "$HOME_FOLDER/services" "$HOME_FOLDER/log" -name 'edge' -o -name '*.pid' -o -name '*.server'
  assert_output ""
}

@test "a process that got the number of a dead one is left alone" {
  proxies
  sleep 300 3>&- &
  local other=$!
  mkdir -p "$HOME_FOLDER/services"
  echo "$other 1 1 127.0.0.1:9 9" >"$HOME_FOLDER/services/edge.server"
  run "$COMPONENTS" kill edge
  run "$COMPONENTS" stop edge
  assert_success
  kill -0 "$other"
  kill "$other"
}
