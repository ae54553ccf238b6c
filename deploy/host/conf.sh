# shellcheck shell=bash
# What deploy.sh leaves on a host, read there. Sourced; HOME_FOLDER must be set.

# conf NAME: its value in host.conf, lines of NAME=VALUE; empty where there is none.
conf() { sed -n "s/^$1=//p" "$HOME_FOLDER/host.conf"; }

# expand_roles "LISTED..." WORD...: one a line; roles-grpc stands for all services of grpc that are listed.
expand_roles() {
  local word role
  for word in "${@:2}"; do
    if [[ $word == roles-?* ]]; then
      for role in shipping customer product order; do
        [[ " $1 " != *" $role-${word#roles-} "* ]] || printf '%s\n' "$role-${word#roles-}"
      done | grep . || printf '%s\n' "$word"
    else
      printf '%s\n' "$word"
    fi
  done
}
