package io.rpcstress.analysis.table;

import io.rpcstress.measure.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * A table, for people and for programs. Immutable.
 *
 * @param id the file's name without its ending, for example {@code table-3-runtime}
 * @param title one line: what, of what, in which unit
 * @param headings the columns' heads
 * @param entries the cells, as many a row as there are heads
 * @param notes sentences below the table: what a mark means, what the numbers do not say
 */
public record Table(
    String id,
    String title,
    List<Heading> headings,
    List<List<Entry>> entries,
    List<String> notes) {

  /**
   * One whose rows are as long as its header.
   *
   * @throws IllegalArgumentException if one is not
   */
  public Table {
    for (List<Entry> row : entries) {
      if (row.size() != headings.size()) {
        throw new IllegalArgumentException(
            id + ": " + row.size() + " cells where " + headings.size() + " are expected: " + row);
      }
    }
  }

  public static Table ofTexts(
      String id, String title, List<String> header, List<List<String>> rows, List<String> notes) {
    return new Table(
        id,
        title,
        header.stream().map(Heading::of).toList(),
        rows.stream().map(row -> row.stream().map(Entry::of).toList()).toList(),
        notes);
  }

  public Table with(List<List<Entry>> rows) {
    return new Table(id, title, headings, rows, notes);
  }

  public List<String> header() {
    return headings.stream().map(Heading::name).toList();
  }

  /** The cells as people read them: several numbers in one, marks behind them. */
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (List<Entry> row : entries) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        texts.add(row.get(i).text(headings.get(i).joint()) + row.get(i).marks());
      }
      rows.add(texts);
    }
    return rows;
  }

  public List<Column> fields() {
    return headings.stream().flatMap(each -> each.fields().stream()).toList();
  }

  /** The cells for programs: numbers and texts, an empty one where nothing is known. */
  public List<List<Object>> values() {
    List<List<Object>> rows = new ArrayList<>();
    for (List<Entry> row : entries) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        for (int k = 0; k < headings.get(i).values().size(); k++) {
          values.add(row.get(i).value(k));
        }
        if (headings.get(i).hasMarks()) {
          values.add(row.get(i).marks().strip());
        }
      }
      rows.add(values);
    }
    return rows;
  }
}
