package io.rpcstress.analysis.table;

import java.util.List;

/**
 * A table of text. Immutable.
 *
 * @param id the file's name without its ending, for example {@code table-3-runtime}
 * @param title one line: what, of what, in which unit
 * @param header the columns' names
 * @param rows the cells, as many a row as the header has
 * @param notes sentences below the table: what a mark means, what the numbers do not say
 */
public record Table(
    String id, String title, List<String> header, List<List<String>> rows, List<String> notes) {

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if a row is not as long as the header
   */
  public Table {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            id + ": " + row.size() + " cells where " + header.size() + " are expected: " + row);
      }
    }
  }
}
