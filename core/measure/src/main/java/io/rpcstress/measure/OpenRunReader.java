package io.rpcstress.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads what {@link OpenRunCsv} writes. Columns are found by their names, so that a file with
 * further columns, or in another order, still reads. Thread-safe.
 */
public final class OpenRunReader {

  /**
   * What a file holds.
   *
   * @param runs its good rows, in the file's order
   * @param bad the others
   */
  public record Content(List<OpenRun> runs, List<BadRow> bad) {}

  private static final List<String> REQUIRED =
      Stream.concat(RunColumns.REQUIRED.stream(), OpenRunCsv.FURTHER.stream()).toList();

  private OpenRunReader() {}

  /**
   * Reads a file's text, row by row: a bad row stops nothing but itself.
   *
   * @param file to name in what is wrong
   */
  public static Content parse(Path file, String text) {
    List<OpenRun> runs = new ArrayList<>();
    List<BadRow> bad =
        CsvRows.read(
            file, text, header -> CsvRows.wrong(header, REQUIRED), row -> runs.add(run(row)));
    return new Content(runs, bad);
  }

  private static OpenRun run(Cells cells) {
    OfferedLoad offered =
        new OfferedLoad(
            ArrivalShape.of(cells.text("shape")),
            cells.count("rate"),
            cells.count("durationSeconds"),
            cells.count("warmupSeconds"),
            cells.signed("seed"));
    CallCounts warmup =
        new CallCounts(
            cells.need("warmupIssued"),
            cells.need("warmupOk"),
            cells.need("warmupFailed"),
            cells.need("warmupTimedOut"),
            cells.need("warmupAbandoned"));
    Latency service =
        new Latency(
            cells.decimal("serviceP50Us"),
            cells.decimal("serviceP90Us"),
            cells.decimal("serviceP99Us"),
            cells.decimal("serviceP999Us"),
            cells.decimal("serviceMaxUs"));
    Run closed = RunColumns.run(cells);
    return new OpenRun(
        closed.of(closed.point().offering(offered)),
        service,
        warmup,
        cells.number("offeredPerSecond"),
        cells.number("achievedPerSecond"),
        cells.text("starting"));
  }
}
