package io.rpcstress.measure;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A result file's text, row by row: a bad row stops nothing but itself. Stateless. */
final class CsvRows {

  private CsvRows() {}

  /**
   * What is wrong with a header: a column that is missing or there twice. Null where nothing is:
   * order does not matter, and further columns are somebody else's.
   *
   * @param required the columns without which a row means nothing
   */
  static @Nullable String wrong(List<String> header, List<String> required) {
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
   * @param file to name in what is wrong
   * @param wrong what is wrong with a header, or null for one that is meant: then no row is read
   * @param row takes a row; throws an {@link IllegalArgumentException} that says what is wrong
   * @return what could not be read
   */
  static List<BadRow> read(
      Path file, String text, Function<List<String>, @Nullable String> wrong, Consumer<Cells> row) {
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
          String problem = wrong.apply(header);
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
