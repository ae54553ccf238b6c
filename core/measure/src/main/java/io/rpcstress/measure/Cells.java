package io.rpcstress.measure;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One row's cells by column name. What a cell should be and is not is an {@link
 * IllegalArgumentException} that names the column, the text and what was expected.
 *
 * @param columns the columns' names, each with its place; the same map for all rows of a file
 */
record Cells(Map<String, Integer> columns, List<String> fields) {

  Cells {
    if (fields.size() != columns.size()) {
      throw new IllegalArgumentException(
          fields.size() + " cells where " + columns.size() + " are expected");
    }
  }

  static Map<String, Integer> places(List<String> header) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < header.size(); i++) {
      places.put(header.get(i), i);
    }
    return places;
  }

  Set<String> header() {
    return columns.keySet();
  }

  /** The cell as it is; empty where the file has no such column. */
  String text(String column) {
    Integer at = columns.get(column);
    return at == null ? "" : fields.get(at);
  }

  int count(String column) {
    long value = need(column);
    if (value > Integer.MAX_VALUE) {
      throw bad(column, "a number up to " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  long need(String column) {
    String text = text(column);
    try {
      long value = Long.parseLong(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, with the column's name
    }
    throw bad(column, text.isEmpty() ? "a whole number" : "a whole number, 0 or more");
  }

  Instant instant(String column) {
    try {
      return Instant.parse(text(column));
    } catch (DateTimeParseException e) {
      throw bad(column, "a time as 2026-01-31T12:00:00Z");
    }
  }

  long signed(String column) {
    try {
      return Long.parseLong(text(column));
    } catch (NumberFormatException e) {
      throw bad(column, "a whole number");
    }
  }

  double number(String column) {
    try {
      double value = new BigDecimal(text(column)).doubleValue(); // no 1d, no blanks
      if (value >= 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, with the column's name
    }
    throw bad(column, "a number, 0 or more");
  }

  IllegalArgumentException bad(String column, String expected) {
    return new IllegalArgumentException(
        column + " is '" + text(column) + "': " + expected + " expected");
  }
}
