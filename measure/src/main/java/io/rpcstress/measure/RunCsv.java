package io.rpcstress.measure;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs as CSV: the paper's runtime/TPS file, with what the paper lacks in further columns. UTF-8, a
 * header line, a dot as decimal point, empty for unknown. Thread-safe.
 */
public final class RunCsv {

  /** The columns in their order. A file with another header is of another version. */
  public static final List<String> COLUMNS =
      List.of(
          "technology",
          "variant",
          "type",
          "threadNum",
          "requestNum",
          "requestMode",
          "order",
          "timeTotal",
          "TPS",
          "callsIssued",
          "callsOk",
          "callsFailed",
          "callsTimedOut",
          "callsPerSecond",
          "p50Us",
          "p90Us",
          "p99Us",
          "p999Us",
          "maxUs",
          "connections",
          "clientCpuMs",
          "clientCtxSwitches",
          "clientAllocBytes",
          "clientGcMs",
          "serverCpuMs",
          "serverCtxSwitches",
          "serverRssKb",
          "bytesOut",
          "bytesIn",
          "packetsOut",
          "packetsIn",
          "flags",
          "startedAt",
          "callsAbandoned",
          "callsServed",
          "operation",
          "payloadBytes",
          "loop",
          "connectionPolicy",
          "repetition",
          "clientHostCpuPercent",
          "clientForeignCpuPercent",
          "clientJitterMs");

  /** Columns that a file may lack at its end: files from before they were there still read. */
  private static final int YOUNGEST = 4;

  private static final String FLAG_SEPARATOR = " ";
  private static final int MICRO_DIGITS = 3;

  /**
   * What a file holds.
   *
   * @param runs its good rows, in the file's order
   * @param bad the others
   */
  public record Content(List<Run> runs, List<BadRow> bad) {}

  private RunCsv() {}

  /** Header and rows as text, with a line feed behind each. */
  public static String format(Collection<Run> runs) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv =
        CsvWriter.builder().lineDelimiter(de.siegmar.fastcsv.writer.LineDelimiter.LF).build(text)) {
      csv.writeRecord(COLUMNS);
      for (Run run : runs) {
        csv.writeRecord(cells(run));
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
    List<BadRow> bad = new ArrayList<>();
    if (!text.isEmpty() && !text.endsWith("\n")) {
      bad.add(new BadRow(file, 0, "does not end with a line feed: it was cut off"));
      text = text.substring(0, text.lastIndexOf('\n') + 1);
    }
    Set<String> seen = new HashSet<>();
    boolean header = true;
    int columns = COLUMNS.size();
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().allowExtraFields(true).allowMissingFields(true).ofCsvRecord(text)) {
      for (CsvRecord row : csv) {
        if (header) {
          header = false;
          columns = row.getFieldCount();
          if (!isHeader(row.getFields())) {
            bad.add(new BadRow(file, 1, wrongHeader(row.getFields())));
            break;
          }
          continue;
        }
        try {
          Run run = new Cells(row.getFields(), columns).run();
          if (seen.add(run.point() + " order " + run.order())) {
            runs.add(run);
          } else {
            bad.add(
                new BadRow(file, row.getStartingLineNumber(), "order " + run.order() + " again"));
          }
        } catch (IllegalArgumentException e) {
          bad.add(new BadRow(file, row.getStartingLineNumber(), String.valueOf(e.getMessage())));
        }
      }
    } catch (CsvParseException e) {
      bad.add(new BadRow(file, 0, "not CSV: " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a String does not fail
    }
    if (header) {
      bad.add(new BadRow(file, 0, "is empty"));
    }
    return new Content(runs, bad);
  }

  private static boolean isHeader(List<String> found) {
    return found.equals(COLUMNS) || found.equals(COLUMNS.subList(0, COLUMNS.size() - YOUNGEST));
  }

  private static String wrongHeader(List<String> found) {
    for (int i = 0; i < Math.max(found.size(), COLUMNS.size()); i++) {
      String is = i < found.size() ? found.get(i) : "nothing";
      String due = i < COLUMNS.size() ? COLUMNS.get(i) : "nothing";
      if (!is.equals(due)) {
        return "column "
            + (i + 1)
            + " is '"
            + is
            + "' where '"
            + due
            + "' is expected: a file of another version?";
      }
    }
    return "the header is not this version's";
  }

  /**
   * A run from the cells of a row that has all columns.
   *
   * @throws IllegalArgumentException if it is none; the message says what is wrong
   */
  static Run run(List<String> cells) {
    return new Cells(cells, COLUMNS.size()).run();
  }

  /** A run's cells, one a column. */
  static List<String> cells(Run run) {
    Point point = run.point();
    CallCounts calls = run.calls();
    Latency latency = run.latency();
    Cost cost = run.cost();
    Conditions conditions = run.conditions();
    SelfWatch watch = run.watch();
    return Arrays.asList(
        point.technology(),
        point.variant(),
        Integer.toString(run.type()),
        Integer.toString(point.threadNum()),
        Integer.toString(point.requestNum()),
        point.requestMode().label(),
        Integer.toString(run.order()),
        BigDecimal.valueOf(run.timeTotalMicros(), MICRO_DIGITS).toPlainString(),
        decimal(run.tps()),
        Long.toString(calls.issued()),
        Long.toString(calls.ok()),
        Long.toString(calls.failed()),
        Long.toString(calls.timedOut()),
        decimal(run.callsPerSecond()),
        decimal(latency.p50Us()),
        decimal(latency.p90Us()),
        decimal(latency.p99Us()),
        decimal(latency.p999Us()),
        decimal(latency.maxUs()),
        whole(conditions.connections()),
        decimal(cost.clientCpuMs()),
        whole(cost.clientCtxSwitches()),
        whole(cost.clientAllocBytes()),
        whole(cost.clientGcMs()),
        decimal(cost.serverCpuMs()),
        whole(cost.serverCtxSwitches()),
        whole(cost.serverRssKb()),
        whole(cost.bytesOut()),
        whole(cost.bytesIn()),
        whole(cost.packetsOut()),
        whole(cost.packetsIn()),
        String.join(FLAG_SEPARATOR, run.flags()),
        run.startedAt().toString(),
        Long.toString(calls.abandoned()),
        whole(run.callsServed()),
        conditions.operation(),
        whole(conditions.payloadBytes()),
        conditions.loop(),
        conditions.connectionPolicy(),
        Integer.toString(point.repetition()),
        decimal(watch.hostCpuPercent()),
        decimal(watch.foreignCpuPercent()),
        decimal(watch.jitterMs()));
  }

  static String decimal(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String whole(@Nullable Long value) {
    return value == null ? "" : value.toString();
  }

  /** One row's cells by column name. */
  private record Cells(List<String> fields, int columns) {

    private Cells {
      if (fields.size() != columns) {
        throw new IllegalArgumentException(
            fields.size() + " cells where " + columns + " are expected");
      }
    }

    Run run() {
      Point point =
          new Point(
              text("technology"),
              text("variant"),
              count("threadNum"),
              count("requestNum"),
              RequestMode.of(text("requestMode")),
              text("repetition").isEmpty() ? 0 : count("repetition"),
              null);
      CallCounts calls =
          new CallCounts(
              need("callsIssued"),
              need("callsOk"),
              need("callsFailed"),
              need("callsTimedOut"),
              need("callsAbandoned"));
      return new Run(
          point,
          count("type"),
          count("order"),
          micros("timeTotal"),
          calls,
          whole("callsServed"),
          new Latency(
              decimal("p50Us"),
              decimal("p90Us"),
              decimal("p99Us"),
              decimal("p999Us"),
              decimal("maxUs")),
          cost(),
          new Conditions(
              text("operation"),
              whole("payloadBytes"),
              text("loop"),
              text("connectionPolicy"),
              whole("connections")),
          new SelfWatch(
              decimal("clientHostCpuPercent"),
              decimal("clientForeignCpuPercent"),
              decimal("clientJitterMs")),
          flags(),
          startedAt());
    }

    private Cost cost() {
      return new Cost(
          decimal("clientCpuMs"),
          whole("clientCtxSwitches"),
          whole("clientAllocBytes"),
          whole("clientGcMs"),
          decimal("serverCpuMs"),
          whole("serverCtxSwitches"),
          whole("serverRssKb"),
          whole("bytesOut"),
          whole("bytesIn"),
          whole("packetsOut"),
          whole("packetsIn"));
    }

    private String text(String column) {
      int at = COLUMNS.indexOf(column);
      return at < fields.size() ? fields.get(at) : "";
    }

    private int count(String column) {
      long value = need(column);
      if (value > Integer.MAX_VALUE) {
        throw bad(column, "a number up to " + Integer.MAX_VALUE);
      }
      return (int) value;
    }

    private long need(String column) {
      Long value = whole(column);
      if (value == null) {
        throw bad(column, "a whole number");
      }
      return value;
    }

    private @Nullable Long whole(String column) {
      String text = text(column);
      if (text.isEmpty()) {
        return null;
      }
      try {
        long value = Long.parseLong(text);
        if (value >= 0) {
          return value;
        }
      } catch (NumberFormatException e) {
        // said below, with the column's name
      }
      throw bad(column, "a whole number, 0 or more");
    }

    private @Nullable Double decimal(String column) {
      String text = text(column);
      return text.isEmpty() ? null : exact(column).doubleValue();
    }

    private long micros(String column) {
      try {
        return exact(column).movePointRight(MICRO_DIGITS).longValueExact();
      } catch (ArithmeticException e) {
        throw bad(column, "milliseconds with at most three decimals");
      }
    }

    private BigDecimal exact(String column) {
      try {
        BigDecimal value = new BigDecimal(text(column));
        if (value.signum() >= 0) {
          return value;
        }
      } catch (NumberFormatException e) {
        // said below, with the column's name
      }
      throw bad(column, "a number, 0 or more");
    }

    private SortedSet<String> flags() {
      String text = text("flags");
      return text.isEmpty()
          ? Collections.emptySortedSet()
          : new TreeSet<>(Arrays.asList(text.split(FLAG_SEPARATOR, -1)));
    }

    private Instant startedAt() {
      try {
        return Instant.parse(text("startedAt"));
      } catch (java.time.format.DateTimeParseException e) {
        throw bad("startedAt", "a time as 2026-01-31T12:00:00Z");
      }
    }

    private IllegalArgumentException bad(String column, String expected) {
      return new IllegalArgumentException(
          column + " is '" + text(column) + "': " + expected + " expected");
    }
  }
}
