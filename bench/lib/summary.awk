# From slices to medians with their least and greatest, and to ratios: each of a round's slice of the
# harness and the same round's slice of the other client. Cells that are "-" are unknown.

BEGIN { FS = OFS = "\t" }

NR == 1 {
  for (i = 1; i <= NF; i++) name[i] = $i
  measured = "callsPerSecond p50Us p99Us clientCpuUs serverCpuUs allocBytes foreignCores disturbed calls"
  metrics = split(measured, metric, " ")
  print "part", "threads", "client", "metric", "median", "least", "greatest", "slices"
  next
}

{
  for (i = 1; i <= NF; i++) cell[name[i]] = $i
  where = cell["part"] FS cell["threads"]
  if (!(where in known)) {
    known[where] = 1
    places[++n] = where
  }
  if (cell["client"] != "harness") other[where] = cell["client"]
  if (cell["round"] > rounds) rounds = cell["round"]
  for (m = 1; m <= metrics; m++)
    value[where, cell["client"], metric[m], cell["round"]] = cell[metric[m]]
}

# Adds a number to the list that summarise() reads.
function add(x) { list[++count] = x + 0 }

function summarise(where, client, metric,   i, j, x, median) {
  if (count == 0) return
  for (i = 2; i <= count; i++) {
    x = list[i]
    for (j = i - 1; j > 0 && list[j] > x; j--) list[j + 1] = list[j]
    list[j + 1] = x
  }
  i = int((count + 1) / 2)
  median = count % 2 ? list[i] : (list[i] + list[i + 1]) / 2
  print where, client, metric, median, list[1], list[count], count
  count = 0
}

function of_client(where, client,   m, r, v) {
  for (m = 1; m <= metrics; m++) {
    for (r = 1; r <= rounds; r++)
      if ((where, client, metric[m], r) in value) {
        v = value[where, client, metric[m], r]
        if (v != "-") add(v)
      }
    summarise(where, client, metric[m])
  }
}

function ratio(where, client, metric,   r, ours, theirs) {
  for (r = 1; r <= rounds; r++)
    if ((where, "harness", metric, r) in value && (where, client, metric, r) in value) {
      ours = value[where, "harness", metric, r]
      theirs = value[where, client, metric, r]
      if (ours != "-" && theirs != "-" && theirs > 0) add(ours / theirs)
    }
  summarise(where, "harness/" client, metric)
}

END {
  for (i = 1; i <= n; i++) {
    if (places[i] in other) of_client(places[i], other[places[i]])
    of_client(places[i], "harness")
    if (places[i] in other) {
      ratio(places[i], other[places[i]], "callsPerSecond")
      ratio(places[i], other[places[i]], "p50Us")
      ratio(places[i], other[places[i]], "clientCpuUs")
    }
  }
}
