package io.rpcstress.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    List<BadRow> bad =
        CsvRows.read(
            file,
            text,
            header -> isHeader(header) ? null : "the header is not that of an open loop's file",
            row -> runs.add(run(row)));
    return new Content(runs, bad);
  }

  private static boolean isHeader(List<String> found) {
    int common = RunCsv.COLUMNS.size();
    return found.size() > common
        && found.subList(0, common).equals(RunCsv.COLUMNS)
        && found.containsAll(OpenRunCsv.FURTHER);
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
    Run closed = RunCsv.run(cells);
    return new OpenRun(
        closed.of(closed.point().offering(offered)),
        service,
        warmup,
        cells.number("offeredPerSecond"),
        cells.number("achievedPerSecond"),
        cells.text("starting"));
  }
}
