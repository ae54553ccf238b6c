"""Prints each column of numbers that pandas takes for something else. Argument: as strict.py."""
import csv
import sys

import pandas

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for path, column, kind in csv.reader(file):
        found = pandas.read_csv(path)[column].dtype
        if not pandas.api.types.is_numeric_dtype(found):
            print(path, column, found)
