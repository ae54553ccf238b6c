package io.rpcstress.measure;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link OpenRunCsv} writes. What follows the columns of {@link RunCsv} is found by its
 * name, so that a file with further columns still reads. Thread-safe.
 */
public final class OpenRunReader {

  /**
   * What a file holds.
   *
   * @param runs its good rows, in the file's order
   * @param bad the others
   */
  public record Content(List<OpenRun> runs, List<BadRow> bad) {}

  private OpenRunReader() {}

  /**
   * Reads a file's text, row by row: a bad row stops nothing but itself.
   *
   * @param file to name in what is wrong
   */
  public static Content parse(Path file, String text) {
    List<OpenRun> runs = new ArrayList<>();
    List<BadRow> bad = new ArrayList<>();
    if (!text.isEmpty() && !text.endsWith("\n")) {
      bad.add(new BadRow(file, 0, "does not end with a line feed: it was cut off"));
      text = text.substring(0, text.lastIndexOf('\n') + 1);
    }
    List<String> header = List.of();
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().allowExtraFields(true).allowMissingFields(true).ofCsvRecord(text)) {
      for (CsvRecord row : csv) {
        if (header.isEmpty()) {
          header = List.copyOf(row.getFields());
          if (!isHeader(header)) {
            bad.add(new BadRow(file, 1, "the header is not that of an open loop's file"));
            break;
          }
          continue;
        }
        try {
          runs.add(new Row(header, row.getFields()).run());
        } catch (IllegalArgumentException e) {
          bad.add(new BadRow(file, row.getStartingLineNumber(), String.valueOf(e.getMessage())));
        }
      }
    } catch (CsvParseException e) {
      bad.add(new BadRow(file, 0, "not CSV: " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a String does not fail
    }
    if (header.isEmpty()) {
      bad.add(new BadRow(file, 0, "is empty"));
    }
    return new Content(runs, bad);
  }

  private static boolean isHeader(List<String> found) {
    int common = RunCsv.COLUMNS.size();
    return found.size() > common
        && found.subList(0, common).equals(RunCsv.COLUMNS)
        && found.containsAll(OpenRunCsv.FURTHER);
  }

  /** One row's cells by column name. */
  private record Row(List<String> header, List<String> fields) {

    private Row {
      if (fields.size() != header.size()) {
        throw new IllegalArgumentException(
            fields.size() + " cells where " + header.size() + " are expected");
      }
    }

    OpenRun run() {
      Run read = RunCsv.run(fields.subList(0, RunCsv.COLUMNS.size()));
      OfferedLoad offered =
          new OfferedLoad(
              ArrivalShape.of(text("shape")),
              Math.toIntExact(whole("rate")),
              Math.toIntExact(whole("durationSeconds")),
              Math.toIntExact(whole("warmupSeconds")),
              whole("seed"));
      CallCounts warmup =
          new CallCounts(
              whole("warmupIssued"),
              whole("warmupOk"),
              whole("warmupFailed"),
              whole("warmupTimedOut"),
              whole("warmupAbandoned"));
      Latency service =
          new Latency(
              decimal("serviceP50Us"),
              decimal("serviceP90Us"),
              decimal("serviceP99Us"),
              decimal("serviceP999Us"),
              decimal("serviceMaxUs"));
      return new OpenRun(
          offered(read, offered),
          service,
          warmup,
          need("offeredPerSecond"),
          need("achievedPerSecond"),
          text("starting"));
    }

    private static Run offered(Run run, OfferedLoad offered) {
      Point p = run.point();
      return new Run(
          new Point(
              p.technology(),
              p.variant(),
              p.threadNum(),
              p.requestNum(),
              p.requestMode(),
              p.repetition(),
              offered),
          run.type(),
          run.order(),
          run.timeTotalMicros(),
          run.calls(),
          run.callsServed(),
          run.latency(),
          run.cost(),
          run.conditions(),
          run.watch(),
          run.flags(),
          run.startedAt());
    }

    private String text(String column) {
      return fields.get(header.indexOf(column));
    }

    private long whole(String column) {
      try {
        return Long.parseLong(text(column));
      } catch (NumberFormatException e) {
        throw bad(column, "a whole number", e);
      }
    }

    private double need(String column) {
      Double value = decimal(column);
      if (value == null) {
        throw bad(column, "a number", null);
      }
      return value;
    }

    private @Nullable Double decimal(String column) {
      String text = text(column);
      if (text.isEmpty()) {
        return null;
      }
      try {
        double value = Double.parseDouble(text);
        if (Double.isFinite(value) && value >= 0) {
          return value;
        }
      } catch (NumberFormatException e) {
        // said below, with the column's name
      }
      throw bad(column, "a number, 0 or more", null);
    }

    private IllegalArgumentException bad(
        String column, String expected, @Nullable Exception cause) {
      return new IllegalArgumentException(
          column + " is '" + text(column) + "': " + expected + " expected", cause);
    }
  }
}
