# shellcheck shell=bash disable=SC2154
# (home, folder, bind, client, clients, addresses, remote_*: set by deploy.sh and by remote.sh)
# The first client host's keys: one to B's servers (control), and one to the other client hosts' agents. Made anew each
# time: the private half never leaves that host, and an old one ends with it. Sourced, after remote.sh.

# way_to TARGET NAME ADDRESS: ssh's configuration for a host as the first client host reaches it. Its own host keys are
# read there, over the connection that is verified already, into the file "known".
way_to() {
  local port login shown=$3 keys
  port=$("${remote_ssh[@]}" -G "$1" | sed -n 's/^port //p')
  login=$(login_on "$1") || exit 1
  [[ $port == 22 ]] || shown="[$3]:$port"
  # shellcheck disable=SC2016 # for the remote shell to expand
  keys=$(on "$1" bash -c 'cat /etc/ssh/ssh_host_*_key.pub' | awk -v name="$shown" 'NF >= 2 { print name, $1, $2 }') || true
  [[ -n $keys ]] || die 1 "$1 shows no host keys in /etc/ssh; without them $client cannot verify it"
  printf '%s\n' "$keys" >>"$known_keys"
  # ssh expands % in HostName, which an IPv6 address has before its zone
  printf 'Host %s\n  HostName %s\n  User %s\n  Port %s\n\n' "$2" "${3//%/%%}" "$login" "$port"
}

# give_key KIND "NAME TARGET ADDRESS"...: a key to each of these hosts, by the names and addresses that the first client host
# has for them, to run the one program for it.
give_key() {
  local kind=$1 each name target address ways="" public known_keys=$remote_folder/known.$1
  for each in "${@:2}"; do
    read -r name target address <<<"$each"
    ways+=$(way_to "$target" "$name" "$address")$'\n' || exit $?
  done
  public=$(script_on "$client" "$home/deploy/host/folder.sh" make-key "$folder" "$kind" "$(cat "$known_keys")" "$ways") ||
    die 1 "host A could not make a key; is ssh-keygen there?"
  for each in "${@:2}"; do
    read -r name target address <<<"$each"
    script_on "$target" "$home/deploy/host/folder.sh" admit "$folder" "$kind" "$public"
  done
}

# take_key KIND TARGET...: none of these hosts admits it any more.
take_key() {
  local target
  script_on "$client" "$home/deploy/host/folder.sh" drop-key "$folder" "$1"
  for target in "${@:2}"; do script_on "$target" "$home/deploy/host/folder.sh" refuse "$folder" "$1"; done
}

give_control() {
  local status=0 states
  give_key control "b $server $bind"
  states=$(on "$client" "$folder/deploy/host/ask-servers.sh" status 2>"$remote_folder/why") || status=$?
  [[ $status -ne 255 ]] ||
    die 1 "A's key does not reach B's servers; open B's ssh port of $bind for A, and check that B's sshd reads ~/.ssh/authorized_keys"
  # 1 where a server does not run, which check_running reports
  [[ $status -le 1 && -n $states ]] || die 1 "host B refuses A's key: $(shown "$(tail -n 1 "$remote_folder/why")")"
  say "host A may start and stop host B's servers; --uninstall, or a run without --control, takes that away"
}

# agent_name NUMBER: by which the first client host knows another one.
agent_name() { printf '%s\n' "${clients[$1]##*@}"; }

give_agents() {
  local number name target address each
  local -a others=()
  for ((number = 1; number < ${#clients[@]}; number++)); do
    # an address is given as the first client host reaches it
    others+=("$(agent_name "$number") ${clients[number]} ${addresses[number - 1]:-$(host_of "${clients[number]}")}")
  done
  give_key agent "${others[@]}"
  for each in "${others[@]}"; do
    read -r name target address <<<"$each"
    # an agent without a request ends with its input, and well
    on "$client" ssh -F "$folder/agents/ssh_config" -T "$name" agent </dev/null >/dev/null 2>"$remote_folder/why" ||
      die 1 "$client does not reach the agent of $target at $address: $(tail -n 1 "$remote_folder/why")"
  done
  say "$client may start the agents of ${clients[*]:1}; --uninstall, or a run without them, takes that away"
}
