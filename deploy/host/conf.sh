# shellcheck shell=bash
# Reads host.conf, which deploy.sh writes: lines of NAME=VALUE. Sourced; HOME_FOLDER must be set.

# conf NAME: its value; empty where there is none.
conf() { sed -n "s/^$1=//p" "$HOME_FOLDER/host.conf"; }
