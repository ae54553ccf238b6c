package io.rpcstress.measure;

import java.io.IOException;
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

/**
 * Runs as CSV: the paper's runtime/TPS file, with what the paper lacks in further columns. Rows of
 * every load have the same header, so that a folder of files is one table. UTF-8, a dot as decimal
 * point, empty for unknown. Columns are found by their names: their order does not matter, one that
 * is missing is unknown, and one that is not known here is kept apart. Thread-safe.
 */
public final class RunCsv {

  /** The data dictionary: the columns in the order in which they are written. */
  public static final List<Column> COLUMNS = RunColumns.ALL;

  /**
   * What a file of counted or timed loops holds.
   *
   * @param runs its good rows, in the file's order
   * @param bad the others
   * @param foreign of each good row the filled cells of columns that are not known here; empty maps
   *     where there are none
   * @param clients the good rows that are of one of several client processes, in the file's order;
   *     {@code runs} has those of the whole point
   */
  public record Content(
      List<Run> runs, List<BadRow> bad, List<Map<String, String>> foreign, List<Run> clients) {

    public List<String> foreignColumns() {
      Set<String> columns = new TreeSet<>();
      foreign.forEach(row -> columns.addAll(row.keySet()));
      return List.copyOf(columns);
    }
  }

  /** What a file of an open loop holds. */
  public record OpenContent(List<OpenRun> runs, List<BadRow> bad) {}

  private RunCsv() {}

  public static String format(Collection<Run> runs) {
    return CsvRows.text(COLUMNS, runs.stream().map(run -> RunColumns.cells(run, null)).toList());
  }

  /** The same of an open loop's run, whose latency is the response time. */
  public static String format(OpenRun open) {
    return CsvRows.text(COLUMNS, List.of(RunColumns.cells(open.run(), open)));
  }

  /** A row's cells by column; unknown where there is none, or an empty one. */
  public static Map<String, String> cells(Run run) {
    return RunColumns.cells(run, null);
  }

  public static Map<String, String> cells(OpenRun open) {
    return RunColumns.cells(open.run(), open);
  }

  /** Reads a file of counted or timed loops, row by row: a bad row stops nothing but itself. */
  public static Content read(Path file) throws IOException {
    return parse(file, Files.readString(file));
  }

  public static Content parse(Path file, String text) {
    List<Run> runs = new ArrayList<>();
    List<Map<String, String>> foreign = new ArrayList<>();
    List<Run> clients = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    List<BadRow> bad =
        CsvRows.read(
            file,
            text,
            RunColumns.REQUIRED,
            row -> {
              if (isOpen(row)) {
                throw row.bad("loop", "a closed loop's row");
              }
              Run run = RunColumns.RUN.read(row);
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

  public static OpenContent parseOpen(Path file, String text) {
    List<OpenRun> runs = new ArrayList<>();
    List<String> required = new ArrayList<>(RunColumns.REQUIRED);
    required.addAll(RunColumns.REQUIRED_OF_OPEN);
    List<BadRow> bad =
        CsvRows.read(
            file,
            text,
            required,
            row -> {
              if (!isOpen(row)) {
                throw row.bad("loop", "an open loop's row");
              }
              runs.add(RunColumns.OPEN.read(row));
            });
    return new OpenContent(runs, bad);
  }

  private static boolean isOpen(Cells row) {
    return row.text("loop").equals(Conditions.OPEN);
  }

  private static Map<String, String> foreign(Cells row) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (String column : row.header()) {
      if (!RunColumns.NAMES.contains(column) && !row.text(column).isEmpty()) {
        cells.put(column, row.text(column));
      }
    }
    return Map.copyOf(cells);
  }

  /** What could not be read of a raw file, from line 1, the header's; 0 is the whole file. */
  public record BadRow(Path file, long line, String problem) {
    @Override
    public String toString() {
      return file + (line > 0 ? ":" + line : "") + ": " + problem;
    }
  }
}
