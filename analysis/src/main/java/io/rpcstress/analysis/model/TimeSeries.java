package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process did over time: of a timed or open loop from its gate's opening on, warm-up
 * included; of a counted loop run by run. Immutable.
 *
 * @param rows ascending in time, one or more
 */
public record TimeSeries(Point point, List<SeriesRow> rows) {

  /** So many runs a process the paper has; of these order 0 and the averages say enough. */
  private static final int PAPERS_RUNS = 10;

  /** A shorter run has no rate in whole milliseconds. */
  private static final double MIN_RUN_MS = 2;

  /**
   * The batches of a counted loop: its runs as they followed each other, of each process that made
   * more of them than the paper's ten. The time between runs is not in them.
   */
  public static List<TimeSeries> ofRuns(Cell cell) {
    return cell.processes().stream()
        .filter(process -> process.runs().size() > PAPERS_RUNS)
        .filter(process -> process.runs().stream().allMatch(run -> run.timeMs() >= MIN_RUN_MS))
        .map(process -> new TimeSeries(process.point(), rowsOf(process.runs())))
        .toList();
  }

  private static List<SeriesRow> rowsOf(List<Run> runs) {
    List<SeriesRow> rows = new ArrayList<>();
    double ended = 0;
    for (Run run : runs) {
      double began = ended;
      ended += run.timeMs();
      rows.add(
          new SeriesRow(
              Math.round(began),
              Math.round(ended),
              run.callsOk(),
              run.order() == 0 ? SeriesRow.Phase.WARM_UP : SeriesRow.Phase.WINDOW));
    }
    return rows;
  }
}
