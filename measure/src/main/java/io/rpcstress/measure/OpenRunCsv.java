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
 * here, then what a closed loop does not have. A closed loop's reader refuses the header.
 * Thread-safe.
 */
public final class OpenRunCsv {

  /** What follows the columns of {@link RunCsv}. */
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
  public static final List<String> COLUMNS = joined(RunCsv.COLUMNS, FURTHER);

  private OpenRunCsv() {}

  /** Header and row as text, with a line feed behind each. */
  public static String format(OpenRun open) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(COLUMNS);
      csv.writeRecord(joined(RunCsv.cells(open.run()), further(open)));
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
        RunCsv.decimal(open.offeredPerSecond()),
        RunCsv.decimal(open.achievedPerSecond()),
        Long.toString(warmup.issued()),
        Long.toString(warmup.ok()),
        Long.toString(warmup.failed()),
        Long.toString(warmup.timedOut()),
        Long.toString(warmup.abandoned()),
        RunCsv.decimal(service.p50Us()),
        RunCsv.decimal(service.p90Us()),
        RunCsv.decimal(service.p99Us()),
        RunCsv.decimal(service.p999Us()),
        RunCsv.decimal(service.maxUs()),
        open.starting());
  }

  private static List<String> joined(List<String> one, List<String> other) {
    List<String> all = new ArrayList<>(one);
    all.addAll(other);
    return List.copyOf(all);
  }
}
