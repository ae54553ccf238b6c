package io.rpcstress.measure;

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
    Set<String> seen = new HashSet<>();
    List<BadRow> bad =
        CsvRows.read(
            file,
            text,
            header -> isHeader(header) ? null : wrongHeader(header),
            row -> {
              Run run = run(row);
              if (!seen.add(run.point() + " order " + run.order())) {
                throw new IllegalArgumentException("order " + run.order() + " again");
              }
              runs.add(run);
            });
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

  /**
   * A run from a row.
   *
   * @throws IllegalArgumentException if it is none; the message says what is wrong
   */
  static Run run(Cells cells) {
    Point point =
        new Point(
            cells.text("technology"),
            cells.text("variant"),
            cells.count("threadNum"),
            cells.count("requestNum"),
            RequestMode.of(cells.text("requestMode")),
            cells.text("repetition").isEmpty() ? 0 : cells.count("repetition"),
            null);
    CallCounts calls =
        new CallCounts(
            cells.need("callsIssued"),
            cells.need("callsOk"),
            cells.need("callsFailed"),
            cells.need("callsTimedOut"),
            cells.need("callsAbandoned"));
    return new Run(
        point,
        cells.count("type"),
        cells.count("order"),
        cells.micros("timeTotal"),
        calls,
        cells.whole("callsServed"),
        new Latency(
            cells.decimal("p50Us"),
            cells.decimal("p90Us"),
            cells.decimal("p99Us"),
            cells.decimal("p999Us"),
            cells.decimal("maxUs")),
        cost(cells),
        new Conditions(
            cells.text("operation"),
            cells.whole("payloadBytes"),
            cells.text("loop"),
            cells.text("connectionPolicy"),
            cells.whole("connections")),
        new SelfWatch(
            cells.decimal("clientHostCpuPercent"),
            cells.decimal("clientForeignCpuPercent"),
            cells.decimal("clientJitterMs")),
        flags(cells),
        startedAt(cells));
  }

  private static Cost cost(Cells cells) {
    return new Cost(
        cells.decimal("clientCpuMs"),
        cells.whole("clientCtxSwitches"),
        cells.whole("clientAllocBytes"),
        cells.whole("clientGcMs"),
        cells.decimal("serverCpuMs"),
        cells.whole("serverCtxSwitches"),
        cells.whole("serverRssKb"),
        cells.whole("bytesOut"),
        cells.whole("bytesIn"),
        cells.whole("packetsOut"),
        cells.whole("packetsIn"));
  }

  private static SortedSet<String> flags(Cells cells) {
    String text = cells.text("flags");
    return text.isEmpty()
        ? Collections.emptySortedSet()
        : new TreeSet<>(Arrays.asList(text.split(FLAG_SEPARATOR, -1)));
  }

  private static Instant startedAt(Cells cells) {
    try {
      return Instant.parse(cells.text("startedAt"));
    } catch (java.time.format.DateTimeParseException e) {
      throw cells.bad("startedAt", "a time as 2026-01-31T12:00:00Z");
    }
  }
}
