# Prints each column of numbers that R takes for something else. Argument: as strict.py.
columns <- read.csv(commandArgs(TRUE)[1], header = FALSE, colClasses = "character")
for (i in seq_len(nrow(columns))) {
  found <- read.csv(columns[i, 1], check.names = FALSE)[[columns[i, 2]]]
  if (!is.numeric(found)) cat(columns[i, 1], columns[i, 2], class(found), "\n")
}
