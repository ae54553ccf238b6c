"""Prints each column of numbers that DuckDB takes for something else. Argument: as strict.py."""
import csv
import sys

import duckdb

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for path, column, kind in csv.reader(file):
        table = duckdb.read_csv(path, header=True)
        found = str(table.types[table.columns.index(column)])
        if found not in ("BIGINT", "DOUBLE"):
            print(path, column, found)
