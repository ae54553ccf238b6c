package io.rpcstress.analysis.table;

import io.rpcstress.measure.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of a column, which is one for people, and for programs one for each of its numbers and
 * one for their marks. Immutable.
 *
 * @param name as people see it
 * @param type of its values; its marks are texts
 * @param values what programs call each
 * @param joint between two of them, for people
 * @param hasMarks whether marks, or a word instead of a number, may stand in it
 */
public record Heading(
    String name, Column.Type type, List<String> values, String joint, boolean hasMarks) {

  private static final Pattern UNIT =
      Pattern.compile("(?:^|, )(%|us|ms|us/call|bytes|bytes/call|KiB|MiB|J a call|1/s|calls/s)$");

  /** A column of texts; of numbers where all that stands in it are numbers. */
  static Heading of(String name) {
    return new Heading(name, Column.Type.STRING, List.of(name), "", false);
  }

  /** A column of numbers with marks behind them, or of words where there is none. */
  public static Heading marked(String name) {
    return new Heading(name, Column.Type.NUMBER, List.of(name), "", true);
  }

  /** A column of the lower end and the upper one. */
  public static Heading range(String name) {
    return range(name, name);
  }

  /** The same that programs call otherwise. */
  public static Heading range(String name, String values) {
    return new Heading(
        name, Column.Type.NUMBER, List.of(values + ", low", values + ", high"), " to ", false);
  }

  /** A column of a whole number and a second one, which programs call by a word more. */
  public static Heading counts(String name, String joint, String second) {
    return new Heading(
        name, Column.Type.INTEGER, List.of(name, name + ", " + second), " " + joint + " ", false);
  }

  Heading typed(Column.Type other) {
    return new Heading(name, other, values, joint, hasMarks);
  }

  Heading withMarks() {
    return new Heading(name, type, values, joint, true);
  }

  /** The columns that programs get. */
  public List<Column> fields() {
    Matcher unit = UNIT.matcher(name);
    String found = unit.find() ? unit.group(1) : "";
    List<Column> fields = new ArrayList<>();
    values.forEach(value -> fields.add(new Column(value, type, found, "")));
    if (hasMarks) {
      fields.add(
          new Column(
              name + ", marks",
              Column.Type.STRING,
              "",
              "What stands behind the number, as the table's description explains, or instead of"
                  + " one."));
    }
    return fields;
  }
}
