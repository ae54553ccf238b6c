package io.rpcstress.measure;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An open loop's run as CSV: the columns of {@link RunCsv}, whose latency is the response time
 * here, and what a closed loop does not have. A closed loop's reader refuses the header.
 * Thread-safe.
 */
public final class OpenRunCsv {

  /** What a closed loop's row does not have. */
  static final List<String> FURTHER =
      List.of(
          "shape",
          "rate",
          "durationSeconds",
          "warmupSeconds",
          "seed",
          "offeredPerSecond",
          "achievedPerSecond",
          "warmupIssued",
          "warmupOk",
          "warmupFailed",
          "warmupTimedOut",
          "warmupAbandoned",
          "serviceP50Us",
          "serviceP90Us",
          "serviceP99Us",
          "serviceP999Us",
          "serviceMaxUs",
          "starting");

  /** The columns in their order. */
  public static final List<String> COLUMNS = RunColumns.with(FURTHER);

  private OpenRunCsv() {}

  /** Header and row as text, with a line feed behind each. */
  public static String format(OpenRun open) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(COLUMNS);
      List<String> cells = new ArrayList<>(RunColumns.cells(open.run(), COLUMNS));
      List<String> further = further(open);
      for (int i = 0; i < FURTHER.size(); i++) {
        cells.set(COLUMNS.indexOf(FURTHER.get(i)), further.get(i));
      }
      csv.writeRecord(cells);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  private static List<String> further(OpenRun open) {
    OfferedLoad offered = open.offered();
    CallCounts warmup = open.warmup();
    Latency service = open.service();
    return List.of(
        offered.shape().label(),
        Integer.toString(offered.rate()),
        Integer.toString(offered.seconds()),
        Integer.toString(offered.warmupSeconds()),
        Long.toString(offered.seed()),
        RunColumns.decimal(open.offeredPerSecond()),
        RunColumns.decimal(open.achievedPerSecond()),
        Long.toString(warmup.issued()),
        Long.toString(warmup.ok()),
        Long.toString(warmup.failed()),
        Long.toString(warmup.timedOut()),
        Long.toString(warmup.abandoned()),
        RunColumns.decimal(service.p50Us()),
        RunColumns.decimal(service.p90Us()),
        RunColumns.decimal(service.p99Us()),
        RunColumns.decimal(service.p999Us()),
        RunColumns.decimal(service.maxUs()),
        open.starting());
  }
}
