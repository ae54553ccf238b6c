#!/usr/bin/env bats
# The recovery of orders: its arguments, and what a line says of a row. No test of speed.

bats_require_minimum_version 1.5.0
load ../../deploy/test/helper

BENCH=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
RECOVERY=$BENCH/recovery.sh

@test "help names every option and fault" {
  run "$RECOVERY" --help
  assert_success
  for word in --technologies --faults --rate --down --after --port shipping-killed order-drained broker-killed broker-frozen; do
    assert_output --partial -- "$word"
  done
}

@test "misuse ends with 2 and one line that says what was expected" {
  local line
  while read -r line; do
    # shellcheck disable=SC2086 # option and value
    run --separate-stderr "$RECOVERY" $line
    assert_failure 2
    assert_output ""
    # shellcheck disable=SC2154 # "stderr_lines" is set by bats
    [[ ${#stderr_lines[@]} -eq 1 && ${stderr_lines[0]} == *"see --help" ]] || fail "$line: ${stderr_lines[*]}"
  done <<'LINES'
--technologies grpc,tcp
--technologies grpc,,amqp
--faults power-cut
--rate 0
--down 1.5
--after 1
--port 80
--port 65000
--rates 3
--rate
sideways
LINES
}

# recovery [FIELD=VALUE...]: the line of a row of 100 orders in 10 s after a warm-up of 2 s, 20 of them refused
# while something was away from 3 s to 5 s: the row has these values otherwise.
recovery() {
  local -A row=([callsIssued]=100 [callsOk]=80 [callsFailed]=20 [callsTimedOut]=0 [callsAbandoned]=0 [callsLate]=3
    [warmupIssued]=20 [warmupOk]=20 [warmupSeconds]=2 [payload]='"products=1,stock=remote"')
  local invoices=100 each ok second
  for each; do
    case $each in
      invoices=*) invoices=${each#*=} ;;
      back=*) ;;
      *) row[${each%%=*}]=${each#*=} ;;
    esac
  done
  {
    echo payload,callsIssued,callsOk,callsFailed,callsTimedOut,callsAbandoned,warmupIssued,warmupOk,warmupSeconds,callsLate
    for each in payload callsIssued callsOk callsFailed callsTimedOut callsAbandoned warmupIssued warmupOk warmupSeconds; do
      printf '%s,' "${row[$each]}"
    done
    echo "${row[callsLate]}"
  } >"$BATS_TEST_TMPDIR/row.csv"
  {
    echo fromMs,toMs,callsOk
    for ((second = 0; second < 12; second++)); do
      ok=10
      ((second < 5 || second > 7)) || ok=0 # the fault, and a second more
      [[ " $* " != *" back=never "* ]] || ((second < 5)) || ok=0
      echo "$((second * 1000)),$((second * 1000 + 1000)),$ok"
    done
  } >"$BATS_TEST_TMPDIR/row.series.csv"
  run awk -f "$BENCH/lib/recovery.awk" -v technology=grpc -v fault=shipping-killed -v began=1000000 \
    -v gone=1003000 -v back=1005000 -v up=1005400 -v invoices="$invoices" \
    "$BATS_TEST_TMPDIR/row.csv" "$BATS_TEST_TMPDIR/row.series.csv"
}

@test "a line says when orders were confirmed again, and that all are counted" {
  recovery
  assert_success
  # the second that ends 7 s after the first counted order is the first with orders: 2 s after 5 s
  assert_output --regexp '^grpc +shipping-killed +2\.0 +0\.4 +2\.0 +80 +3 +20 +0 +100$'
  recovery callsFailed=15 callsTimedOut=4 callsAbandoned=1
  assert_success
  assert_output --regexp ' 80 +3 +15 +5 +100$'
}

@test "orders that are lost uncounted, doubled, confirmed without an invoice, or away for good fail" {
  recovery callsFailed=19
  assert_failure
  assert_output --partial "grpc, shipping-killed: of 100 orders 1 are not counted"
  recovery invoices=121
  assert_failure
  assert_output --partial "121 invoices of 120 orders: some are doubled"
  recovery invoices=99
  assert_failure
  assert_output --partial "99 invoices of 100 confirmed orders"
  recovery back=never
  assert_failure
  assert_output --partial "no order is confirmed any more"
}
