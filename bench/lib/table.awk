# The conditions and the summary as tables for a person.

BEGIN { FS = "\t" }

FILENAME == ARGV[1] { # the conditions
  printf "%-12s%s\n", $1, $2
  next
}

FNR == 1 { next }

{
  where = $1 FS $2
  if (!($1 in part)) {
    part[$1] = 1
    parts[++n] = $1
  }
  if (!((where, $3) in row)) {
    row[where, $3] = 1
    rows[$1, ++rowsOf[$1]] = where FS $3
  }
  median[where, $3, $4] = $5
  least[where, $3, $4] = $6
  greatest[where, $3, $4] = $7
  slices[where, $3] = $8
}

# A cell: median (least..greatest) times a scale, or a dash.
function cell(key, metric, format, scale) {
  if (!((key, metric) in median)) return "-"
  return sprintf(format " (" format ".." format ")", median[key, metric] * scale, \
    least[key, metric] * scale, greatest[key, metric] * scale)
}

function words(name,   text) {
  text["null"] = "The rig alone: client-harness run --protocol null. Its calls leave no process."
  text["tcp"] = "The rig with blocking sockets: closed-loop.c (C) and run --protocol tcp, a connection per thread."
  text["http"] = "Technologies' clients, not the rig: wrk and run --protocol openfeign@tuned, connections = threads."
  text["grpc"] = "Technologies' clients, not the rig: h2load and run --protocol grpc@tuned, one connection, streams = threads."
  return text[name]
}

function print_null(   i, f, key, calls) {
  line = "%7s  %-24s  %-22s  %-26s  %-12s  %s\n"
  printf line, "threads", "CPU ns/call", "p50 us", "allocated bytes/run", "bytes/call", "foreign cores"
  for (i = 1; i <= rowsOf["null"]; i++) {
    split(rows["null", i], f, FS)
    key = f[1] FS f[2] SUBSEP f[3]
    calls = median[key, "calls"]
    printf line, f[2], cell(key, "clientCpuUs", "%.1f", 1000), cell(key, "p50Us", "%.3f", 1), \
      cell(key, "allocBytes", "%d", 1), \
      (key, "allocBytes") in median ? sprintf("%.5f", median[key, "allocBytes"] / calls) : "-", \
      foreign(key)
    rig = median[key, "clientCpuUs"] > rig ? median[key, "clientCpuUs"] : rig
  }
  printf "Calls per run: %d. Bytes are those of reading the counters; a call that allocated would cost\n", calls
  print "16 bytes or more."
}

# "0.03 (0.01..0.09)", and how many slices were still disturbed.
function foreign(key,   bad) {
  bad = int(sum_disturbed(key) + 0.5)
  return cell(key, "foreignCores", "%.2f", 1) (bad ? ", disturbed" : "")
}

function sum_disturbed(key) { return greatest[key, "disturbed"] }

function print_part(name,   i, f, key) {
  line = "%7s  %-15s  %-26s  %-24s  %-27s  %-23s  %-22s  %s\n"
  printf line, "threads", "client", "calls/s", "p50 us", "p99 us", "client CPU us/call", "server CPU us/call", "foreign cores"
  for (i = 1; i <= rowsOf[name]; i++) {
    split(rows[name, i], f, FS)
    key = f[1] FS f[2] SUBSEP f[3]
    if (f[3] ~ /\//) {
      printf line, f[2], f[3], cell(key, "callsPerSecond", "%.2f", 1), cell(key, "p50Us", "%.2f", 1), "", \
        cell(key, "clientCpuUs", "%.2f", 1), "", ""
      if (name == "tcp" && rig > 0)
        share = share sprintf("%s%.1f %% at %d threads", share == "" ? "" : ", ", \
          100 * rig / median[f[1] FS f[2] SUBSEP "harness", "clientCpuUs"], f[2])
    } else {
      printf line, f[2], f[3], cell(key, "callsPerSecond", "%d", 1), cell(key, "p50Us", "%.1f", 1), \
        cell(key, "p99Us", "%.1f", 1), cell(key, "clientCpuUs", "%.2f", 1), \
        cell(key, "serverCpuUs", "%.2f", 1), foreign(key)
    }
  }
  if (share != "") print "Of the harness's client CPU the rig itself (null driver) is " share "."
  share = ""
  if (name != "tcp") print "The other client checks no reply; that the server answered every call as asked was checked by its count."
}

END {
  for (p = 1; p <= n; p++) {
    printf "\n%s\n", words(parts[p])
    if (parts[p] == "null") print_null()
    else print_part(parts[p])
  }
  print "\nmedian (least..greatest) over slices, each a process of its own; two warm-up runs, then the one that counts."
  print "Closed-loop percentiles are not a user's latency."
}
