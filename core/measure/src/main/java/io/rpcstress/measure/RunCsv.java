package io.rpcstress.measure;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs as CSV: the paper's runtime/TPS file, with what the paper lacks in further columns. UTF-8, a
 * header line, a dot as decimal point, empty for unknown. Columns are found by their names: their
 * order does not matter, one that an earlier version did not have is unknown, and one that this
 * version does not have is kept apart. Thread-safe.
 */
public final class RunCsv {

  /** The columns in the order in which they are written. */
  public static final List<String> COLUMNS = RunColumns.CLOSED;

  /**
   * What a file holds.
   *
   * @param runs its good rows, in the file's order
   * @param bad the others
   * @param foreign of each good row the cells of columns that this version does not know; empty
   *     maps where there are none
   * @param clients the good rows that are of one of several client processes, in the file's order;
   *     {@code runs} has those of the whole point
   */
  public record Content(
      List<Run> runs, List<BadRow> bad, List<Map<String, String>> foreign, List<Run> clients) {

    /** The columns that this version does not know, sorted. */
    public List<String> foreignColumns() {
      Set<String> columns = new TreeSet<>();
      foreign.forEach(row -> columns.addAll(row.keySet()));
      return List.copyOf(columns);
    }
  }

  private RunCsv() {}

  /** Header and rows as text, with a line feed behind each. */
  public static String format(Collection<Run> runs) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(COLUMNS);
      for (Run run : runs) {
        csv.writeRecord(RunColumns.cells(run, COLUMNS));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  /**
   * Reads a file, row by row: a bad row stops nothing but itself.
   *
   * @throws IOException if the file cannot be read at all
   */
  public static Content read(Path file) throws IOException {
    return parse(file, Files.readString(file));
  }

  /**
   * As {@link #read}, for text that was taken from a file already.
   *
   * @param file to name in what is wrong
   */
  public static Content parse(Path file, String text) {
    List<Run> runs = new ArrayList<>();
    List<Map<String, String>> foreign = new ArrayList<>();
    List<Run> clients = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    List<BadRow> bad =
        CsvRows.read(
            file,
            text,
            RunCsv::wrong,
            row -> {
              Run run = RunColumns.run(row);
              Integer client = run.circumstances().client();
              if (!seen.add(run.point() + " order " + run.order() + " client " + client)) {
                throw new IllegalArgumentException("order " + run.order() + " again");
              }
              if (client != null) {
                clients.add(run);
                return;
              }
              runs.add(run);
              foreign.add(foreign(row));
            });
    return new Content(runs, bad, foreign, clients);
  }

  private static @Nullable String wrong(List<String> header) {
    return header.containsAll(OpenRunCsv.FURTHER)
        ? "the header is that of an open loop's file"
        : CsvRows.wrong(header, RunColumns.REQUIRED);
  }

  private static Map<String, String> foreign(Cells row) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (String column : row.header()) {
      if (!RunColumns.isKnown(column)) {
        cells.put(column, row.text(column));
      }
    }
    return Map.copyOf(cells);
  }
}
