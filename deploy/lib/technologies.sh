# shellcheck shell=bash
# The technologies and the ports that their servers listen on unless told otherwise. Sourced.

# technologies: their names, one a line.
technologies() { printf '%s\n' rpcx grpc openfeign tcp; }

# default_port TECHNOLOGY: fails where there is none of that name.
default_port() {
  case $1 in
    rpcx) echo 9001 ;;
    grpc) echo 9002 ;;
    openfeign) echo 9003 ;;
    tcp) echo 9004 ;;
    *) return 1 ;;
  esac
}

# usage_port TECHNOLOGY: where its server tells what it used.
usage_port() { echo $(($(default_port "$1") + 1000)); }
