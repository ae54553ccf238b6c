package io.rpcstress.measure;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A result file's text, row by row: a bad row stops nothing but itself. Stateless. */
final class CsvRows {

  private CsvRows() {}

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
      bad.add(new BadRow(file, 0, "does not end with a line feed: it was cut off"));
      text = text.substring(0, text.lastIndexOf('\n') + 1);
    }
    List<String> header = null;
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().allowExtraFields(true).allowMissingFields(true).ofCsvRecord(text)) {
      for (CsvRecord each : csv) {
        if (header == null) {
          header = List.copyOf(each.getFields());
          String problem = wrong.apply(header);
          if (problem != null) {
            bad.add(new BadRow(file, 1, problem));
            break;
          }
          continue;
        }
        try {
          row.accept(new Cells(header, each.getFields()));
        } catch (IllegalArgumentException e) {
          bad.add(new BadRow(file, each.getStartingLineNumber(), String.valueOf(e.getMessage())));
        }
      }
    } catch (CsvParseException e) {
      bad.add(new BadRow(file, 0, "not CSV: " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a String does not fail
    }
    if (header == null) {
      bad.add(new BadRow(file, 0, "is empty"));
    }
    return bad;
  }
}
