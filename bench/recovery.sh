#!/usr/bin/env bash
# How long orders stay away where a service or the broker goes amid them, and that none is lost uncounted or
# doubled. A benchmark, no test.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(dirname "$here")
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=bench/lib/options.sh
. "$here/lib/options.sh"
# shellcheck source=bench/lib/processors.sh
. "$here/lib/processors.sh"

readonly OPTIONS=(--technologies --faults --rate --down --after --port --help)
readonly TECHNOLOGIES=(rpcx grpc http-json amqp)
readonly FAULTS=(shipping-killed order-drained broker-killed broker-frozen)
readonly MAX_PORT=60000      # services and usage counters are above it
readonly WARMUP_SECONDS=8    # orders that are not counted
readonly BEFORE_SECONDS=4    # counted ones before the fault
readonly PATIENCE_TENTHS=600 # for the first order

usage() {
  cat <<'HELP'
Usage: bench/recovery.sh [options]

Places orders at a constant rate over four services of this machine, and takes something away amid
them: one line for each technology and fault. back is the time from the command that brings it back to the
end of the first second in which an order is confirmed, so it is known to a second, and contains what the
command takes to start it.

  shipping-killed  the shipping service, by kill -9; then it is started
  order-drained    the order service, by SIGTERM; then it is started
  broker-killed    RabbitMQ, by kill -9; then it is started (amqp alone)
  broker-frozen    RabbitMQ, by SIGSTOP; then it goes on (amqp alone)

  --technologies LIST  of rpcx,grpc,http-json,amqp         (default: all)
  --faults LIST        of the above                        (default: all)
  --rate N             orders a second                     (default: 20)
  --down S             how long it is away, seconds        (default: 3)
  --after S            how long orders go on after that; has to be enough for what is started, and gRPC
                       tries again the more seldom the longer it is away  (default: 45)
  --port N             of the order service; the others and their counters are above it
                                                           (default: 39719)

offered = confirmed + refused (also: not connected, and lost with a connection) + timed out (after 3 s);
late are those of the confirmed that took more than 900 ms. invoices is what the customer service, which
nobody takes away, has of them and of the warm-up's.

Needs the jars (mvn -DskipTests package), and for amqp RabbitMQ (Debian: rabbitmq-server).

Exit: 0 done; 1 something failed, or orders are doubled, lost uncounted or did not come back; 2 misuse.
HELP
}

technologies=("${TECHNOLOGIES[@]}") faults=("${FAULTS[@]}") rate=20 down=3 after=45 port=39719

read_command_line() {
  local option list
  while (($# > 0)); do
    option=$1
    shift
    case $option in
      -h | --help)
        usage
        exit 0
        ;;
      --technologies | --faults | --rate | --down | --after | --port) ;;
      -*) misuse "unknown option $option: did you mean $(nearest "$option" "${OPTIONS[@]}")?" ;;
      *) misuse "unexpected argument $option" ;;
    esac
    [[ $# -gt 0 && -n $1 ]] || misuse "$option needs a value"
    case $option in
      --rate) rate=$(number "$option" "$1" 1 1000) ;;
      --down) down=$(number "$option" "$1" 1 60) ;;
      --after) after=$(number "$option" "$1" 5 600) ;;
      --port) port=$(number "$option" "$1" 1024 "$MAX_PORT") ;;
      --technologies)
        list=$(some_of "$option" "$1" "${TECHNOLOGIES[@]}")
        mapfile -t technologies <<<"$list"
        ;;
      --faults)
        list=$(some_of "$option" "$1" "${FAULTS[@]}")
        mapfile -t faults <<<"$list"
        ;;
    esac
    shift
  done
}

servers() { "$home/deploy/servers.sh" "$@" --state "$scratch/state"; }

# bring NAME: starts it where it was.
bring() { servers start "$1" --port "$technology=$port" >/dev/null 2>>"$scratch/said"; }

clean_up() {
  local status=$?
  trap '' INT TERM
  [[ -z ${client:-} ]] || kill "$client" 2>/dev/null || true
  if [[ -d $scratch/state ]]; then
    [[ -z ${frozen:-} ]] || kill -CONT "$frozen" 2>/dev/null || true
    servers stop >&2 || true
  fi
  rm -rf "$scratch"
  exit "$status"
}

failed() {
  tail -n 5 "$scratch/said" >&2 || true
  die 1 "$*"
}

# invoices: orders that the customer service has done its part of.
invoices() { usage_counter 127.0.0.1 $((port + 1400)) rpcstress_calls_served; }

# take_away FAULT, bring_back FAULT
take_away() {
  case $1 in
    shipping-killed) servers kill "shipping-$technology" ;;
    order-drained) servers stop "order-$technology" ;;
    broker-killed) servers kill rabbitmq ;;
    broker-frozen)
      frozen=$(usage_counter 127.0.0.1 $((port + 2000)) rpcstress_process_id)
      kill -STOP "$frozen"
      ;;
  esac >/dev/null 2>>"$scratch/said"
}

bring_back() {
  case $1 in
    shipping-killed) bring "shipping-$technology" ;;
    order-drained) bring "order-$technology" ;;
    broker-killed) bring rabbitmq ;;
    broker-frozen)
      kill -CONT "$frozen"
      frozen=""
      ;;
  esac
}

millis() { date +%s%3N; }

# place_orders: in the background, so that its process id is the client's.
place_orders() {
  RPC_STRESS_BROKER_CREDENTIALS=$scratch/state/broker.credentials exec "$java" -jar "$jar" rate \
    --protocol "$technology" --port "$technology=$port" --usage-port "$technology=$((port + 1000))" \
    --operation place-order --rate "$rate" --warmup "${WARMUP_SECONDS}s" \
    --duration $((BEFORE_SECONDS + down + after))s --deadline 3s --late-after 900ms \
    --tolerate 100% --out "$scratch/raw"
}

# measure FAULT
measure() {
  local fault=$1 before gone back up tenths=0 csv
  rm -rf "$scratch/raw"
  before=$(invoices)
  place_orders >"$scratch/out" 2>>"$scratch/said" &
  client=$!
  until (($(invoices) > before)); do
    ((++tenths < PATIENCE_TENTHS)) || failed "$technology: no order within $((PATIENCE_TENTHS / 10)) s"
    sleep 0.1
  done
  sleep $((WARMUP_SECONDS + BEFORE_SECONDS))
  gone=$(millis)
  take_away "$fault"
  sleep "$down"
  back=$(millis)
  bring_back "$fault" || failed "$technology: it did not come back"
  up=$(millis)
  wait "$client" || failed "$technology, $fault: the client failed"
  client=""
  csv=$(find "$scratch/raw" -name '*.csv' ! -name '*.series.csv')
  [[ -r $csv ]] || failed "$technology, $fault: no result"
  awk -f "$here/lib/recovery.awk" -v technology="$technology" -v fault="$fault" -v gone="$gone" -v back="$back" -v up="$up" \
    -v began="$(began_at "$csv")" -v invoices=$(($(invoices) - before)) "$csv" "${csv%.csv}.series.csv" || problems=1
}

# began_at CSV: when the first counted order was due, ms since 1970.
began_at() {
  date -d "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["startedAt"] }' "$1")" +%s%3N
}

conditions() {
  cat <<TEXT
at $(date -u +%Y-%m-%dT%H:%M:%SZ), commit $(git -C "$home" describe --always --dirty 2>/dev/null || echo unknown)
$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, load $(cut -d ' ' -f 1 /proc/loadavg) at the start; client, services and broker on this host
$rate orders a second, one product, 400 ms of steps; away for $down s and what the commands take
TEXT
}

main() {
  local technology fault problems=0 client="" frozen=""
  read_command_line "$@"
  java=$(java_command) || die 2 "Java 17 or newer is needed, found '${java:-none}': set JAVA_HOME"
  jar=$(find_jar "$home" client-harness) || die 2 "no client-harness.jar: mvn -DskipTests package makes it"
  scratch=$(mktemp -d)
  trap clean_up EXIT
  trap 'exit 130' INT TERM
  conditions
  printf '%-10s %-16s %7s %7s %7s %9s %5s %7s %9s %8s\n' \
    technology fault 'away, s' 'up, s' 'back, s' confirmed late refused 'timed out' invoices
  for technology in "${technologies[@]}"; do
    for fault in "${faults[@]}"; do
      [[ $technology == amqp || $fault != broker-* ]] || continue
      servers start "roles-$technology" --port "$technology=$port" >/dev/null 2>"$scratch/said" ||
        failed "$technology: its services did not start"
      measure "$fault"
      servers stop >/dev/null 2>>"$scratch/said"
    done
  done
  return "$problems"
}

main "$@"
