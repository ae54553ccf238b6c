# A line of recovery.sh: from a row of an open loop and its time series.
#   technology, fault
#   gone, back, up   when it was taken away, when the command began that brings it back, and ended; ms since 1970
#   began            when the first counted order was due
#   invoices         orders that the customer service has had, with the warm-up's
# Exits with 1 and says why on stderr where orders are doubled, lost uncounted, or did not come back.
BEGIN { FS = "," }

FNR == 1 {
  split("", at)
  for (i = 1; i <= NF; i++) at[$i] = i
  series = "fromMs" in at
  next
}

# a payload has commas
{ while (match($0, /"[^"]*"/)) $0 = substr($0, 1, RSTART - 1) "quoted" substr($0, RSTART + RLENGTH) }

!series {
  issued = $at["callsIssued"]
  ok = $at["callsOk"]
  failed = $at["callsFailed"]
  timed_out = $at["callsTimedOut"] + $at["callsAbandoned"]
  late = $at["callsLate"]
  warmup_issued = $at["warmupIssued"]
  warmup_ok = $at["warmupOk"]
  warmup = $at["warmupSeconds"] * 1000
  next
}

# the warm-up's seconds come first
{
  ended = began - warmup + $at["toMs"]
  if (ended > back && first == "" && $at["callsOk"] > 0 && ended - 1000 > gone) first = ended
}

function wrong(why) {
  print technology ", " fault ": " why >"/dev/stderr"
  status = 1
}

END {
  printf "%-10s %-16s %7.1f %7.1f %7s %9d %5d %7d %9d %8d\n", technology, fault, (back - gone) / 1000, (up - back) / 1000,
    first == "" ? "never" : sprintf("%.1f", (first - back) / 1000), ok, late, failed, timed_out, invoices
  if (ok + failed + timed_out != issued) wrong("of " issued " orders " (issued - ok - failed - timed_out) " are not counted")
  if (invoices > issued + warmup_issued) wrong(invoices " invoices of " (issued + warmup_issued) " orders: some are doubled")
  if (invoices < ok + warmup_ok) wrong(invoices " invoices of " (ok + warmup_ok) " confirmed orders")
  if (first == "") wrong("no order is confirmed any more")
  exit status
}
