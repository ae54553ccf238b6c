"""Prints each cell of a column of numbers that is none. Argument: a file with a row a column: file, column, type."""
import csv
import sys

# Not underscores, not nan, not inf, which Python's own conversions take.
DIGITS = set("-0123456789.e")
KINDS = {"integer": int, "number": float}


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file, strict=True))


for path, column, kind in rows(sys.argv[1]):
    header, *cells = rows(path)
    for row in cells:
        cell = row[header.index(column)]
        try:
            if cell and (KINDS[kind](cell) is None or not set(cell) <= DIGITS):
                raise ValueError
        except ValueError:
            print(path, column, repr(cell))
