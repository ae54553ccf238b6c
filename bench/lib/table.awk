# The conditions and the summary as tables for a person.

BEGIN {
  FS = "\t"
  about["null"] = "The rig alone: client-harness run --protocol null; no call leaves the process."
  about["tcp"] = "The rig on blocking sockets, a connection per thread: closed-loop.c (C), the same by hand in Java\n(java), client-harness run --protocol tcp (harness)."
  about["http"] = "Technologies' clients, not the rig: wrk and run --protocol openfeign@tuned, a connection per thread."
  about["grpc"] = "Technologies' clients, not the rig: h2load and run --protocol grpc@tuned, one connection, a stream per thread."
  about["live"] = "The line a second: a timed loop of run --protocol null with --live (harness) and without (silent)."
  about["live-rate"] = "The line a second: an open loop, rate --protocol null at 20,000 calls a second, with --live (harness)\nand without (silent). Its calls a second are the offered ones; what --live takes is in the CPU."
}

FILENAME == ARGV[1] { # the conditions
  printf "%-12s%s\n", $1, $2
  next
}

FNR == 1 { next }

{
  if (!($1 in rows)) parts[++n] = $1
  key = $1 FS $2 FS $3
  if (!(key in seen)) {
    seen[key] = 1
    row[$1, ++rows[$1]] = key
  }
  median[key, $4] = $5
  least[key, $4] = $6
  greatest[key, $4] = $7
  slices[key] = $8
  disturbed[key] = $9
}

# A cell: median (least..greatest) times a scale, or a dash.
function cell(key, metric, format, scale) {
  if (!((key, metric) in median)) return "-"
  return sprintf(format " (" format ".." format ")", median[key, metric] * scale, \
    least[key, metric] * scale, greatest[key, metric] * scale)
}

function foreign(key) {
  return cell(key, "foreignCores", "%.2f", 1) \
    (disturbed[key] > 0 ? sprintf(", %d of %d disturbed", disturbed[key], slices[key]) : "")
}

function print_null(   i, f, key, line, bytes, ns) {
  line = "%7s  %-22s  %-22s  %-22s  %-10s  %s\n"
  printf line, "threads", "CPU ns/call", "p50 us", "allocated bytes/run", "bytes/call", "foreign cores"
  for (i = 1; i <= rows["null"]; i++) {
    key = row["null", i]
    split(key, f, FS)
    bytes = "-"
    if ((key, "allocBytes") in median)
      bytes = sprintf("%.5f", greatest[key, "allocBytes"] / median[key, "calls"])
    printf line, f[2], cell(key, "clientCpuUs", "%.1f", 1000), cell(key, "p50Us", "%.3f", 1), \
      cell(key, "allocBytes", "%d", 1), bytes, foreign(key)
    if (median[key, "clientCpuUs"] > rig) rig = median[key, "clientCpuUs"]
  }
  printf "%d calls a run; bytes/call is the greatest. A call that allocated anything would take 16 or more.\n", \
    median[key, "calls"]
}

function print_part(name,   i, f, key, line, share) {
  line = "%7s  %-14s  %-23s  %-25s  %-26s  %-22s  %-22s  %s\n"
  printf line, "threads", "client", "calls/s", "p50 us", "p99 us", "client CPU us/call", "server CPU us/call", "foreign cores"
  for (i = 1; i <= rows[name]; i++) {
    key = row[name, i]
    split(key, f, FS)
    if (f[3] ~ /\//) {
      printf line, "", f[3], cell(key, "callsPerSecond", "%.2f", 1), cell(key, "p50Us", "%.2f", 1), "", \
        cell(key, "clientCpuUs", "%.2f", 1), "", \
        (disturbed[key] > 0 ? sprintf("%d of %d disturbed", disturbed[key], slices[key]) : "")
      continue
    }
    printf line, f[2], f[3], cell(key, "callsPerSecond", "%d", 1), cell(key, "p50Us", "%.1f", 1), \
      cell(key, "p99Us", "%.1f", 1), cell(key, "clientCpuUs", "%.2f", 1), \
      cell(key, "serverCpuUs", "%.2f", 1), foreign(key)
    if (f[3] == "harness" && name !~ /^live/ && rig > 0 && median[key, "clientCpuUs"] > 0)
      share = share sprintf("%s%.2f %% at %d threads", (share == "" ? "" : ", "), \
        100 * rig / median[key, "clientCpuUs"], f[2])
  }
  if (share != "") print "Of the harness's client CPU the rig alone (null driver) is " share "."
  if (name == "http" || name == "grpc") print "The other client reads no reply: that all calls were answered as asked is the server's count."
}

END {
  for (p = 1; p <= n; p++) {
    printf "\n%s\n", about[parts[p]]
    if (parts[p] == "null") print_null()
    else print_part(parts[p])
  }
  print "\nmedian (least..greatest) over slices, each a process of its own that warms up with two runs before"
  print "the one that counts (wrk and h2load: on a server that is warm; live: with three seconds of calls)."
  print "Ratios are taken within a round."
  print "Closed-loop percentiles are not a user's latency."
}
