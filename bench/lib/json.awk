# Conditions (name, value), slices and summary (each with a header) as one JSON object.

BEGIN { FS = "\t" }

FNR == 1 {
  printf "%s", ((++file == 1) ? "{\"conditions\": {" : (file == 2) ? "},\n\"slices\": [" : "],\n\"summary\": [")
  rows = 0
}

file == 1 {
  printf "%s\n  %s: %s", (rows++ ? "," : ""), text($1), value($2)
  next
}

FNR == 1 {
  for (i = 1; i <= NF; i++) name[i] = $i
  next
}

{
  printf "%s\n  {", (rows++ ? "," : "")
  for (i = 1; i <= NF; i++) printf "%s%s: %s", (i > 1 ? ", " : ""), text(name[i]), value($i)
  printf "}"
}

END { print "]}" }

function text(x) { return "\"" x "\"" }

function value(x) {
  return x == "-" || x == "" ? "null" : x ~ /^(0|[1-9][0-9]*)([.][0-9]+)?$/ ? x : text(x)
}
