# shellcheck shell=bash
# Values of options, checked: what is wrong is said in one line, and ends the script with 2. Sourced.

misuse() { die 2 "$*; see --help"; }

# number OPTION VALUE LEAST MOST: checks and prints it.
number() {
  if ! [[ $2 =~ ^[0-9]{1,9}$ ]] || ((10#$2 < $3 || 10#$2 > $4)); then
    misuse "$1 $2: expected a whole number from $3 to $4"
  fi
  printf '%d\n' "$((10#$2))"
}

# numbers OPTION LIST LEAST MOST: checks each of those with commas and prints them, one a line.
numbers() {
  local each
  local -a all
  IFS=, read -r -a all <<<"$2"
  for each in "${all[@]}"; do number "$1" "$each" "$3" "$4"; done
}

# some_of OPTION LIST NAME...: checks that each of those with commas is one of these names and prints them, one a line.
some_of() {
  local option=$1 list=$2 each
  local -a all
  shift 2
  IFS=, read -r -a all <<<"$list"
  for each in "${all[@]}"; do
    [[ -n $each && " $* " == *" $each "* ]] ||
      misuse "$option $list: expected some of $*, with commas, no '$each'"
    printf '%s\n' "$each"
  done
}
