package io.rpcstress.analysis.table;

import de.siegmar.fastcsv.reader.CsvReader;
import io.rpcstress.analysis.model.Resources;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.RunCsv;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * @param meaning what its values are; empty where its name says so, in {@code columns.csv} or the
 *     dictionary of raw files
 * @param isDetail whether a page shows it on demand, so that the others fit beside each other
 */
public record Heading(
    String name,
    Column.Type type,
    List<String> values,
    String joint,
    boolean hasMarks,
    String meaning,
    boolean isDetail) {

  private static final String LOW = ", low";
  private static final String HIGH = ", high";
  private static final Map<String, String> MEANINGS = meanings();

  private static final Pattern UNIT =
      Pattern.compile("(?:^|, )(%|us|ms|us/call|bytes|bytes/call|KiB|MiB|J a call|1/s|calls/s)$");

  /** Parts of a name that its meaning does not depend on: how many, and the unit. */
  private static final Pattern OWN = Pattern.compile("^[0-9]+ |" + UNIT.pattern());

  /** A column of texts; of numbers where all that stands in it are numbers. */
  static Heading of(String name) {
    return new Heading(name, Column.Type.STRING, List.of(name), "", false, "", false);
  }

  /** A column of numbers with marks behind them, or of words where there is none. */
  public static Heading marked(String name) {
    return new Heading(name, Column.Type.NUMBER, List.of(name), "", true, "", false);
  }

  public static Heading range(String name) {
    return range(name, name);
  }

  /** The same that programs call otherwise. */
  public static Heading range(String name, String values) {
    return new Heading(
        name, Column.Type.NUMBER, List.of(values + LOW, values + HIGH), " to ", false, "", false);
  }

  /** A column of a whole number and a second one, which programs call by a word more. */
  public static Heading counts(String name, String joint, String second) {
    List<String> both = List.of(name, name + ", " + second);
    return new Heading(name, Column.Type.INTEGER, both, " " + joint + " ", false, "", false);
  }

  Heading typed(Column.Type other) {
    return new Heading(name, other, values, joint, hasMarks, meaning, isDetail);
  }

  Heading withMarks() {
    return new Heading(name, type, values, joint, true, meaning, isDetail);
  }

  /** The same of a name that a sweep or a publication chose. */
  public Heading meaning(String words) {
    return new Heading(name, type, values, joint, hasMarks, words, isDetail);
  }

  Heading detail() {
    return new Heading(name, type, values, joint, hasMarks, meaning, true);
  }

  boolean isOfNumbers() {
    return type != Column.Type.STRING;
  }

  public List<Column> fields() {
    Matcher unit = UNIT.matcher(name);
    String found = unit.find() ? unit.group(1) : "";
    List<Column> fields = new ArrayList<>();
    values.forEach(value -> fields.add(new Column(value, type, found, described(value))));
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

  private String described(String value) {
    if (value.endsWith(LOW)) {
      return "lower end: " + described(value.substring(0, value.length() - LOW.length()));
    }
    if (value.endsWith(HIGH)) {
      return "upper end: " + described(value.substring(0, value.length() - HIGH.length()));
    }
    String found = meaning.isEmpty() ? MEANINGS.get(value) : meaning;
    return found == null ? MEANINGS.getOrDefault(OWN.matcher(value).replaceAll(""), "") : found;
  }

  private static Map<String, String> meanings() {
    Map<String, String> all = new HashMap<>();
    RunCsv.COLUMNS.forEach(column -> all.put(column.name(), column.meaning()));
    CsvReader.builder()
        .ofCsvRecord(Resources.text(Heading.class, "columns.csv"))
        .forEach(row -> all.put(row.getField(0), row.getField(1)));
    return Map.copyOf(all);
  }
}
