# Slices (name, round, messages a second, the node's cores, others' cores) as a table. A ratio is taken within a round.

BEGIN { FS = "\t" }

!($1 in slices) { order[++n] = $1 }

{
  slices[$1]++
  message[$1, $2] = $3
  messages[$1, slices[$1]] = $3
  node[$1, slices[$1]] = $4
  others[$1, slices[$1]] = $5
  rounds = $2 > rounds ? $2 : rounds
}

# cell NAME VALUES FORMAT: the median, and in brackets the least and the greatest.
function cell(name, values, format,    i, j, k, sorted, swap) {
  k = slices[name]
  for (i = 1; i <= k; i++) sorted[i] = values[name, i] + 0
  for (i = 1; i < k; i++) for (j = i + 1; j <= k; j++) if (sorted[j] < sorted[i]) {
    swap = sorted[i]
    sorted[i] = sorted[j]
    sorted[j] = swap
  }
  return sprintf(format " (" format ".." format ")", \
    k % 2 ? sorted[(k + 1) / 2] : (sorted[k / 2] + sorted[k / 2 + 1]) / 2, sorted[1], sorted[k])
}

END {
  printf "\n%-38s %-26s %-22s %-22s %-20s %s\n", "", "messages/s", "of one queue", "of two queues", "node's cores", "others' cores"
  for (i = 1; i <= n; i++) {
    name = order[i]
    of_one = of_two = ""
    if (name != "one queue" && name != "two queues") {
      for (r = 1; r <= rounds; r++) {
        one[name, r] = message["one queue", r] > 0 ? message[name, r] / message["one queue", r] : 0
        two[name, r] = message["two queues", r] > 0 ? message[name, r] / message["two queues", r] : 0
      }
      of_one = cell(name, one, "%.2f")
      of_two = cell(name, two, "%.2f")
    }
    printf "%-38s %-26s %-22s %-22s %-20s %s\n", name, cell(name, messages, "%d"), of_one, of_two, \
      cell(name, node, "%.2f"), cell(name, others, "%.2f")
  }
  print "\nmedian (least..greatest) over rounds; of amqp a message is half a greet: one each way, so greets/s are half of it."
  print "Ratios are taken within a round. With others' cores above 0.1 a row is a hint and no result."
}
