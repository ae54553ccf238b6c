#!/usr/bin/env bash
# Puts rpc-stress on two hosts: the client's jar and the sweep on A, the servers, running, on B.
# Run it again after a build, or after it broke off: what is as it should be is left alone.
set -euo pipefail

home=$(readlink -f "${BASH_SOURCE[0]}") && home=${home%/deploy/*}
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/component-list.sh
. "$home/deploy/lib/component-list.sh"
# shellcheck source=deploy/lib/remote.sh
. "$home/deploy/lib/remote.sh"
# shellcheck source=deploy/lib/copy.sh
. "$home/deploy/lib/copy.sh"
# shellcheck source=deploy/lib/keys.sh
. "$home/deploy/lib/keys.sh"

readonly DEFAULT_TECHNOLOGIES=rpcx,grpc,openfeign,tcp
readonly SERVICE_USER=rpcstress
readonly SPARE_MB=100 # beside the jars: logs on B, the first raw files on A
# What a server comes to under load, of 512 MB of heap (results/README.md), and the service of a role.
readonly SERVER_MB=250 ROLE_MB=200 BROKER_MB=400
readonly READY_SECONDS=60 # a slow host starts Spring in 20
readonly MAX_CLIENTS=16

usage() {
  cat <<'HELP'
Usage: deploy/deploy.sh --client user@A --server user@B [options]
       deploy/deploy.sh --client user@A --server user@B --uninstall [--purge]

Checks both hosts, installs what is missing (a JDK, rsync), copies what changed
and starts the servers on B. Builds first if nothing was built yet.

  --client user@A         the host that calls, as ssh takes it
  --server user@B         the host that serves
  --server-address ADDR   B's address for calls, on which the servers listen
                          (default: the address behind --server)
  --technologies a,b      which servers (default: rpcx,grpc,openfeign,tcp)
  --variant V             of names without an @: example (default) or tuned
  --path a,b              proxies beside the servers: haproxy, nginx, envoy
                          (default: none); they must be installed on B
  --tls on,mtls           encrypting servers beside the others (default: none)
  --message FILE,FILE     packs of your own messages, copied to both hosts
  --control               let A restart B's servers, for --fresh-servers
                          (default: no)
  --dir DIR               folder on both hosts (default: /opt/rpc-stress)
  --no-install            install no packages; report what is missing
  --uninstall             undo it; results stay on A, unless --purge
  --help-all              this, with all options and details

Exit: 0 both hosts are ready, 1 something is wrong with a host (one line each),
2 misuse.
HELP
}

all_options() {
  usage
  cat <<'HELP'

Further options
  --client-addresses a,b  with several hosts in --client: the others' addresses as the first reaches
                          them, in their order (default: the addresses behind --client)
  --protocols a,b         the same as --technologies
  --ssh-config FILE       as ssh -F

Details
  --client                several, as user@A1,user@A2, call together. A sweep runs on the first, which
                          gets a key to the others' agents and to nothing else there
  --server-address        servers listen there and nowhere else
  --technologies          grpc,grpc@tuned are two servers on ports of their own; if both are the same,
                          it is one. roles-grpc are the four services of place-order in place of grpc
  --path                  each proxy stands beside every server that it can carry; direct is always
                          there. Proxies are not installed, because Debian's packages start a service
  --tls                   with new keys: clients verify the server (on), and it verifies them (mtls)
  --message               one pack, or several for a --mix; they go to messages/ below --dir
                          (docs/my-message.md). A pack is code that runs on both hosts
  --control               gives A a key that can start, stop, restart and kill B's servers, and nothing
                          else; a run without --control takes it away. docs/security.md has the risks
HELP
}

# set_clients: the hosts that call, from --client; the first is where sweeps run.
set_clients() {
  local number
  IFS=, read -r -a clients <<<"$client"
  IFS=, read -r -a addresses <<<"$client_addresses"
  letters=(A) # as messages call them
  for number in "${!clients[@]}"; do
    need_target --client "clients[$number]"
    [[ $number -eq 0 ]] || letters[number]=A$((number + 1))
  done
  [[ ${#clients[@]} -le $MAX_CLIENTS ]] || die 2 "--client names ${#clients[@]} hosts: $MAX_CLIENTS at most expected"
  client=${clients[0]:-}
}

check_options() {
  local word number
  [[ -n $client && -n $server ]] ||
    die 2 "say which hosts: --client user@A --server user@B (--help has the rest)"
  for number in "${!addresses[@]}"; do need_target --client-addresses "addresses[$number]"; done
  [[ ${#addresses[@]} -eq 0 || ${#addresses[@]} -eq $((${#clients[@]} - 1)) ]] ||
    die 2 "--client-addresses has ${#addresses[@]} addresses: one for each client host except the first expected"
  [[ $control == no || $uninstall == no ]] || die 2 "--control does not go with --uninstall, which takes the key away"
  [[ $purge == no || $uninstall == yes ]] || die 2 "--purge goes with --uninstall"
  word=$(printf '%s\n' "${packs[@]##*/}" | sort | uniq -d | head -n 1)
  [[ -z $word ]] || die 2 "--message names two files $word: files of different names expected"
  check_variant --variant "$variant" "$variant"
  [[ $uninstall == no ]] || return 0
  IFS=, read -r -a chosen <<<"$technologies"
  [[ ${#chosen[@]} -gt 0 ]] || die 2 "--technologies '$technologies': expected a list such as rpcx,grpc"
  build_if_needed "$home" client-harness
  learn
  for word in "${chosen[@]}"; do
    check_known --technologies "$word"
    check_variant --technologies "${word#roles-}" "$(variant_of "$word" "$variant")"
  done
  IFS=, read -r -a chosen_paths <<<"$path"
  for word in "${chosen_paths[@]}"; do
    one_of "$word" direct "${PATHS[@]}" ||
      die 2 "unknown path '$word'; did you mean '$(nearest "$word" direct "${PATHS[@]}")'?"
  done
  IFS=, read -r -a chosen_modes <<<"$tls"
  for word in "${chosen_modes[@]}"; do
    one_of "$word" off on mtls || die 2 "--tls '$word': expected off, on or mtls"
  done
}

# find_components: all that B is to run, into the array "components" and as lines into the file "list".
find_components() {
  local path name found
  local -a needed
  choose_components --technologies "${chosen[@]}"
  servers=()
  for name in "${components[@]}"; do is_broker "$name" || servers+=("$name"); done
  for path in "${chosen_paths[@]}"; do
    [[ $path != direct ]] || continue
    found=""
    for name in "${servers[@]}"; do
      [[ -n ${possible["$path-$name"]:-} ]] || continue
      add_component "$path-$name"
      found=yes
    done
    [[ -n $found ]] ||
      die 2 "--path $path: none of ${servers[*]} can be called that way; client-harness list says which technologies can"
  done
  for path in "${chosen_modes[@]/#on/tls}"; do
    for name in "${servers[@]}"; do
      [[ -z ${possible["$path-$name"]:-} ]] || add_component "$path-$name"
    done
  done
  mapfile -t needed < <(for name in "${components[@]}"; do possible_of "$name" 5; done | sort -u)
  build_if_needed "$home" "${needed[@]}"
  describe_all >"$list"
}

# column N: of the list, a line each.
column() { cut -f "$1" "$list"; }

# ---- checks -----------------------------------------------------------------------------------

# check LETTER TARGET ROLE NEED_MB: prints what is wrong; facts land in the array "facts".
check() {
  local letter=$1 target=$2 role=$3 need=$4 level text taken programs=""
  # where a proxy, a broker or a server in Go itself listens, another program does, which looks like any other from here
  taken=$(awk -F '\t' '$9 !~ /server-(proxy|broker|go).jar$/ && $3 != "-" { print $1 "=" $3 } { print $1 "=" $4 }' "$list" | paste -sd,)
  [[ $role == client ]] ||
    programs=$(for text in "${components[@]}"; do program_of "$text"; done | sort -u | paste -sd,)
  while read -r level text; do
    text=${text//[[:cntrl:]]/?}
    case $level in
      fact)
        [[ ${text%% *} != package ]] || packages[$letter]+="${text#* }"$'\n'
        facts[$letter.${text%% *}]=${text#* }
        ;;
      warn) say "host $letter $text" ;;
      fail)
        say "host $letter $text"
        wrong=$((wrong + 1))
        ;;
    esac
  done < <(script_on "$target" "$home/deploy/host/check.sh" "$role" "$folder" "$need" "$taken" "$bind" "$no_install" "$programs" 2>"$remote_folder/why")
  if [[ -z ${facts[$letter.checked]:-} ]]; then
    die 1 "host $letter could not be checked: $(tail -n 1 "$remote_folder/why")"
  fi
}

# check_memory: all servers are up unless each point gets its own.
check_memory() {
  local name mb=0 count=0
  for name in "${components[@]}"; do
    if is_proxy "$name"; then continue; fi
    count=$((count + 1))
    if is_role "$name"; then
      mb=$((mb + ROLE_MB))
    elif is_broker "$name"; then
      mb=$((mb + BROKER_MB))
    else
      mb=$((mb + SERVER_MB))
    fi
  done
  [[ ${facts[B.memory_mb]:-} =~ ^(0|[1-9][0-9]{0,14})$ ]] || return 0 # bash runs commands in what it calculates with
  [[ $mb -le ${facts[B.memory_mb]} ]] ||
    say "host B has ${facts[B.memory_mb]} MB of memory, but $count servers need about $mb MB under load: use --control and sweep with --fresh-servers cell, which runs one at a time, or choose fewer --technologies"
}

# ---- what goes where --------------------------------------------------------------------------

# families: of the technologies' own servers, which are called as their drivers are; one in Go has another program.
families() {
  local name technology
  for name in "${components[@]}"; do
    technology=$(server_of "$name")
    possible_of "${technology%%@*}" 5
  done | sed 's/^server-//' | sort -u
}

# A picture is a folder of links to what is to be in the host's folder.
picture_of_a() {
  local picture=$1 jar family
  mkdir -p "$picture"/deploy/{lib,host}
  ln -s "$(find_jar "$home" client-harness)" "$picture/client-harness.jar"
  # with what needs no server, too
  for family in $(families) in-process; do
    ! jar=$(driver_jar "$home" "$family") || ln -s "$jar" "$picture/driver-$family.jar"
  done
  ln -s "$home"/{sweep.sh,experiments} "$picture"
  ln -s "$home/deploy/lib/tools.sh" "$picture/deploy/lib"
  ln -s "$home"/deploy/host/{sweep-job,ask-servers,run-agent}.sh "$picture/deploy/host"
  add_packs "$picture"
}

# add_packs PICTURE: the messages, on both hosts alike.
add_packs() {
  [[ ${#packs[@]} -gt 0 ]] || return 0
  mkdir -p "$1/messages"
  ln -s "${packs[@]}" "$1/messages/"
}

picture_of_b() {
  local picture=$1
  mkdir -p "$picture"/deploy/{lib,host}
  column 9 | sort -u | xargs -d '\n' ln -s -t "$picture"
  ln -s "$home"/deploy/lib/{tools,processes,units}.sh "$picture/deploy/lib"
  ln -s "$home"/deploy/host/{components,control-servers}.sh "$picture/deploy/host"
  ln -s "$home/deploy/systemd" "$picture/deploy"
  add_packs "$picture"
  # there the jars lie in the deployment's folder
  awk -F '\t' -v OFS='\t' '{ sub(/.*\//, "", $9); print }' "$list" >"$picture/components.txt"
}

write_conf() {
  local file=$1 letter=$2 role=$3
  local -a words=("${servers[@]}")
  cat >"$file" <<CONF
# Written by deploy.sh; read by the scripts beside it.
role=$role
address=$bind
technologies=$(IFS=, && printf '%s' "${words[*]}")
variant=$variant
java=${facts[$letter.java]}
CONF
}

# For run-sweep.sh: the first client host itself, and the others by their names in agents/ssh_config.
write_client_hosts() {
  local number names=here
  for ((number = 1; number < ${#clients[@]}; number++)); do names+=,$(agent_name "$number"); done
  printf 'client-hosts=%s\n' "$names"
}

# A service manager and a user of its own where we may; else the login user keeps the servers.
write_conf_of_b() {
  write_conf "$1" B server
  local user=$SERVICE_USER manager=processes
  if [[ ${facts[B.root]} == no ]]; then
    user=$(login_on "$server") || exit 1
    say "host B: $user may not become root there, so the servers run as $user and end with a reboot"
  elif [[ ${facts[B.systemd]} == yes ]]; then
    manager=systemd
  fi
  printf 'user=%s\nmanager=%s\n' "$user" "$manager" >>"$1"
}

# give_credentials CLIENT: those of the brokers to both hosts, each readable by its owner alone; made where B has none. They
# pass through this machine's memory, and through no argument, file or log. On B components.sh gives them to its user.
give_credentials() {
  local name brokers=no
  local -a as=()
  for name in "${components[@]}"; do ! is_broker "$name" || brokers=yes; done
  [[ $brokers == yes ]] || return 0
  [[ ${facts[B.root]} != sudo ]] || as=(sudo -n)
  # shellcheck disable=SC2016 # for the remote shells to expand
  new_credentials |
    on "$server" "${as[@]}" bash -c '
      umask 077 && new=$(cat) &&
        { [[ -s $1 ]] || { printf "%s\n" "$new" >"$1.new" && mv -f "$1.new" "$1"; }; } && cat "$1"' - "$credentials" |
    on "$1" bash -c 'umask 077 && cat >"$1.new" && mv -f "$1.new" "$1"' - "$credentials"
}

# give_keys: to each host those of its side for the servers that encrypt, new ones each time, readable by its owner alone.
# They are made here, in a folder that only this user can read, and pass through no argument or log.
give_keys() {
  local made=$remote_folder/keys target side=client name encrypts=no
  local -a as=()
  for name in "${components[@]}"; do ! is_encrypted "$name" || encrypts=yes; done
  [[ $encrypts == yes ]] || return 0
  "$java" "${BRIEF_JVM[@]}" -jar "$(find_jar "$home" client-harness)" tls-keys "$made" --host "$bind,$(host_of "$server")" || return 1
  for target in "${clients[@]}" "$server"; do
    [[ $target != "$server" ]] || side=server
    [[ $side == client || ${facts[B.root]} != sudo ]] || as=(sudo -n)
    # shellcheck disable=SC2016 # for the remote shell to expand
    tar -C "$made" -c ca.pem "$side.pem" "$side.key" |
      on "$target" "${as[@]}" bash -c '
        umask 077 && rm -rf "$1.new" && mkdir "$1.new" && tar -C "$1.new" --no-same-owner -x &&
          rm -rf "$1" && mv "$1.new" "$1"' - "$folder/$KEYS" || return 1
  done
}

# components_on_b VERB...: as root where that is possible.
components_on_b() {
  local -a command=("$folder/deploy/host/components.sh" "$@")
  [[ ${facts[B.root]} != sudo ]] || command=(sudo -n "${command[@]}")
  on "$server" "${command[@]}"
}

# check_running: each server was ready; one may have ended since, as where others after it took the memory.
check_running() {
  local name state log states status=0 dead=""
  states=$(components_on_b status </dev/null) || status=$?
  [[ $status -le 1 && -n $states ]] || die 1 "host B does not say which servers run"
  while read -r name state _ _ _ log; do
    [[ $state == dead ]] || continue
    say "host B: $(shown "$name") was ready and has ended since; its log is $(shown "$log"), the kernel's (dmesg) says if memory was short"
    dead=yes
  done <<<"$states"
  [[ -z $dead ]] || die 1 "host B is not ready"
}

# ---- reach ------------------------------------------------------------------------------------

# reaches ADDRESS PORT [COMMAND...]: whether a connection is accepted there, seen from where the command runs it.
# shellcheck disable=SC2016 # for the inner shell to expand
reaches() { "${@:3}" timeout 5 bash -c 'exec 3<>"/dev/tcp/$1/$2"' - "$1" "$2" 2>/dev/null; }

# check_reach TARGET LETTER: each server accepts calls on B; whether it does from a client host, too?
check_reach() {
  local name each port usage
  while IFS=$'\t' read -r name _ port usage _ <&3; do
    for each in "$port" "$usage"; do
      if [[ $each == - ]] || reaches "$bind" "$each" on "$1" </dev/null; then continue; fi
      check_running
      die 1 "$2 does not reach $(in_brackets "$bind"):$each ($name), B itself does: open the port in B's firewall or security group, for A alone"
    done
  done 3<"$list"
}

# The servers have no access control: any program that reaches them may call them.
check_exposure() {
  local port
  while read -r port; do
    if [[ $port != - ]] && reaches "$bind" "$port"; then
      say "warning: this machine reaches $(in_brackets "$bind"):$port, too, and the servers have no access control: let B's firewall or security group admit A alone"
      return 0
    fi
  done < <(column 3)
}

# ---- the two ways -----------------------------------------------------------------------------

deploy() {
  local a=$remote_folder/a b=$remote_folder/b list=$remote_folder/list word number
  find_components
  picture_of_a "$a"
  picture_of_b "$b"
  for number in "${!clients[@]}"; do check "${letters[number]}" "${clients[number]}" client "$(need_mb "$a")"; done
  check B "$server" server "$(need_mb "$b")"
  [[ $wrong -eq 0 ]] || die 1 "nothing was copied: fix the $wrong problem(s) above first"
  check_memory
  write_conf_of_b "$b/host.conf"
  for number in "${!clients[@]}"; do
    write_conf "$a/host.conf" "${letters[number]}" client
    [[ $number -gt 0 || ${#clients[@]} -eq 1 ]] || write_client_hosts >>"$a/host.conf"
    bring "${letters[number]}" "${clients[number]}" "$a"
  done
  bring B "$server" "$b"
  for word in "${clients[@]}"; do
    give_credentials "$word" || die 1 "could not copy the broker's credentials to $word"
  done
  give_keys || die 1 "could not copy the keys for TLS to the hosts"
  components_on_b deploy --timeout "$READY_SECONDS" || die 1 "host B is not ready"
  for number in "${!clients[@]}"; do check_reach "${clients[number]}" "${letters[number]}"; done
  check_exposure
  if [[ $control == yes ]]; then give_control; else take_key control "$server"; fi
  if [[ ${#clients[@]} -gt 1 ]]; then give_agents; else take_key agent "${clients[@]}"; fi
  check_running
  say "ready: ${clients[*]} calls $bind (${servers[*]}). Next: $(run_sweep_command) --quick"
}

# bring LETTER TARGET PICTURE: the folder, its files, and what was installed for them.
bring() {
  script_on "$2" "$home/deploy/host/folder.sh" prepare "$folder"
  # shellcheck disable=SC2016 # for the remote shell to expand
  [[ -z ${packages[$1]:-} ]] ||
    printf '%s' "${packages[$1]}" | on "$2" bash -c 'sed "s/^/package /" >>"$1/made.txt"' - "$folder"
  copy "$2" "$3"
}

# Jars are written beside the old ones, then renamed: twice their size.
need_mb() { printf '%s\n' "$(($(du -Lsk "$1" | cut -f 1) * 2 / 1024 + SPARE_MB))"; }

undo() {
  local target
  for target in "${clients[@]}" "$server"; do
    script_on "$target" "$home/deploy/host/folder.sh" remove "$folder" "$purge"
  done
  say "removed from ${clients[*]} and $server"
}

# Client hosts are others than the server's, and each is named once.
check_apart() {
  local target behind
  local -A seen=()
  for target in "${clients[@]}"; do
    behind="$(host_of "$target") $("${remote_ssh[@]}" -G "$target" | sed -n 's/^port //p')"
    [[ -z ${seen[$behind]:-} ]] || die 2 "--client: ${seen[$behind]} and $target are one host: each host once expected"
    seen[$behind]=$target
    [[ ${behind% *} != "$(host_of "$server")" ]] ||
      die 2 "--client and --server are the same host; on one machine: ./sweep.sh --local"
  done
}

main() {
  local client="" client_addresses="" server="" server_address="" technologies=$DEFAULT_TECHNOLOGIES protocols="" path="" tls=""
  local dir=$DEFAULT_DIR ssh_config="" no_install=no uninstall=no purge=no control=no rest
  read_options "client client-addresses server server-address technologies protocols variant path tls dir ssh-config message" \
    "control no-install uninstall purge" "$@"
  [[ ${#rest[@]} -eq 0 ]] || die 2 "'${rest[0]}': expected options alone (--help has them)"
  local folder=$dir wrong=0 target
  local -a clients=() letters=() addresses=() chosen=() chosen_paths=() chosen_modes=() servers=() packs=()
  local -A facts=() packages=()
  technologies=${protocols:-$technologies}
  set_clients
  need_folder --dir "$folder"
  read_packs "$message"
  # where host B has them
  message=$(printf '%s\n' "${packs[@]/#*\//"$folder/messages/"}")
  [[ -z $server ]] || need_target --server server
  [[ -z $server_address ]] || need_target --server-address server_address
  check_options
  trap remote_end EXIT
  remote_begin "$ssh_config"
  check_apart
  bind=${server_address:-$(host_of "$server")}
  credentials=$folder/$BROKER_CREDENTIALS tls_keys=$folder/$KEYS
  for target in "${clients[@]}" "$server"; do connect "$target"; done
  if [[ $uninstall == yes ]]; then undo; else deploy; fi
}

main "$@"
