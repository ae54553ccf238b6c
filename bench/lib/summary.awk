# From slices to medians with their least and greatest, and to ratios: each of one client's slice and
# another's slice of the same round. Cells that are "-" are unknown.

BEGIN { FS = OFS = "\t" }

NR == 1 {
  for (i = 1; i <= NF; i++) name[i] = $i
  metrics = split("callsPerSecond p50Us p99Us clientCpuUs serverCpuUs allocBytes foreignCores calls", metric, " ")
  print "part", "threads", "client", "metric", "median", "least", "greatest", "slices", "disturbed"
  next
}

{
  for (i = 1; i <= NF; i++) cell[name[i]] = $i
  where = cell["part"] FS cell["threads"]
  client = cell["client"]
  if (!(where in others)) {
    others[where] = 0
    place(where)
  }
  if (client != "harness" && !((where, client) in known)) {
    known[where, client] = 1
    others[where]++
    # The one by hand in C comes first, whichever was measured first.
    if (client == "C" && others[where] == 2) other[where, 2] = other[where, 1]
    other[where, client == "C" ? 1 : others[where]] = client
  }
  if (cell["round"] > rounds) rounds = cell["round"]
  for (m = 1; m <= metrics; m++)
    if (cell[metric[m]] != "-") value[where, client, metric[m], cell["round"]] = cell[metric[m]]
  bad[where, client, cell["round"]] = cell["disturbed"]
}

# Keeps the parts in their order, and the thread counts of each in theirs.
function place(where,   i, f, g) {
  split(where, f, FS)
  for (i = ++n; i > 1; i--) {
    split(places[i - 1], g, FS)
    if (f[1] != g[1] || f[2] + 0 > g[2] + 0) break
    places[i] = places[i - 1]
  }
  places[i] = where
}

# Prints what is in `list`, sorted, and empties it.
function summarise(where, client, metric,   i, j, x, median) {
  if (count == 0) return
  for (i = 2; i <= count; i++) {
    x = list[i]
    for (j = i - 1; j > 0 && list[j] > x; j--) list[j + 1] = list[j]
    list[j + 1] = x
  }
  i = int((count + 1) / 2)
  median = count % 2 ? list[i] : (list[i] + list[i + 1]) / 2
  print where, client, metric, text(median), text(list[1]), text(list[count]), count, disturbed
  count = disturbed = 0
}

# In digits: awk would write a large number with an exponent.
function text(x) { return x == int(x) ? sprintf("%d", x) : sprintf("%.4f", x) }

function of_client(where, client,   m, r) {
  for (m = 1; m <= metrics; m++) {
    for (r = 1; r <= rounds; r++)
      if ((where, client, metric[m], r) in value) {
        list[++count] = value[where, client, metric[m], r] + 0
        disturbed += bad[where, client, r]
      }
    summarise(where, client, metric[m])
  }
}

function ratio(where, a, b, metric,   r) {
  for (r = 1; r <= rounds; r++)
    if ((where, a, metric, r) in value && (where, b, metric, r) in value && value[where, b, metric, r] > 0) {
      list[++count] = value[where, a, metric, r] / value[where, b, metric, r]
      disturbed += bad[where, a, r] || bad[where, b, r]
    }
  summarise(where, a "/" b, metric)
}

function ratios(where, a, b) {
  ratio(where, a, b, "callsPerSecond")
  ratio(where, a, b, "p50Us")
  ratio(where, a, b, "clientCpuUs")
}

END {
  for (i = 1; i <= n; i++) {
    where = places[i]
    for (k = 1; k <= others[where]; k++) of_client(where, other[where, k])
    of_client(where, "harness")
    for (k = others[where]; k >= 1; k--) ratios(where, "harness", other[where, k])
    if ((where, "java") in known && (where, "C") in known) ratios(where, "java", "C")
  }
}
