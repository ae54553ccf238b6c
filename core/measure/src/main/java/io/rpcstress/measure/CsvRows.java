package io.rpcstress.measure;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.rpcstress.measure.RunCsv.BadRow;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Result files as CSV; reading one, a bad row stops nothing but itself. Stateless. */
final class CsvRows {

  private CsvRows() {}

  /** Rows of cells by column, behind a header. */
  static String text(List<Column> columns, List<Map<String, String>> rows) {
    List<String> header = columns.stream().map(Column::name).toList();
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(header);
      for (Map<String, String> row : rows) {
        csv.writeRecord(header.stream().map(name -> row.getOrDefault(name, "")).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  static String decimal(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }

  /** Reads a file that is of use only as a whole. */
  static <T> List<T> all(String text, List<Column> columns, Function<Cells, T> row) {
    List<T> rows = new ArrayList<>();
    List<String> required = columns.stream().map(Column::name).toList();
    for (BadRow bad : read(Path.of(""), text, required, cells -> rows.add(row.apply(cells)))) {
      throw new IllegalArgumentException("line " + bad.line() + ": " + bad.problem());
    }
    return rows;
  }

  /** A column that is missing or there twice; null where nothing is wrong. */
  private static @Nullable String wrong(List<String> header, List<String> required) {
    List<String> missing = required.stream().filter(c -> !header.contains(c)).toList();
    if (!missing.isEmpty()) {
      return "the header lacks " + String.join(", ", missing) + ": not a result file, or cut";
    }
    List<String> twice =
        header.stream().filter(c -> Collections.frequency(header, c) > 1).distinct().toList();
    return twice.isEmpty() ? null : "the header has " + String.join(", ", twice) + " twice";
  }

  /**
   * Reads all rows behind the header.
   *
   * @param required the columns without which a row means nothing
   * @param row takes a row; throws an {@link IllegalArgumentException} that says what is wrong
   * @return what could not be read
   */
  static List<BadRow> read(Path file, String text, List<String> required, Consumer<Cells> row) {
    List<BadRow> bad = new ArrayList<>();
    if (!text.isEmpty() && !text.endsWith("\n")) {
      bad.add(
          new BadRow(
              file,
              0,
              "does not end with a line feed: it was cut off; copy it again from the client's host,"
                  + " or measure the point again"));
      text = text.substring(0, text.lastIndexOf('\n') + 1);
    }
    Map<String, Integer> columns = null;
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().allowExtraFields(true).allowMissingFields(true).ofCsvRecord(text)) {
      for (CsvRecord each : csv) {
        if (columns == null) {
          List<String> header = List.copyOf(each.getFields());
          columns = Cells.places(header);
          String problem = wrong(header, required);
          if (problem != null) {
            bad.add(new BadRow(file, 1, problem));
            break;
          }
          continue;
        }
        try {
          row.accept(new Cells(columns, each.getFields()));
        } catch (IllegalArgumentException e) {
          bad.add(new BadRow(file, each.getStartingLineNumber(), String.valueOf(e.getMessage())));
        }
      }
    } catch (CsvParseException e) {
      bad.add(new BadRow(file, 0, "not CSV: " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a String does not fail
    }
    if (columns == null) {
      bad.add(new BadRow(file, 0, "is empty"));
    }
    return bad;
  }
}
