package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.flag.Outliers;
import io.rpcstress.analysis.flag.Trend;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SelfWatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Every run with a flag that says more than what limits it, and every flag that a cell got for its
 * runs together; and all flags once by cause, with what each does.
 */
public final class FlagTable {

  /** The id of the table of flags. */
  public static final String BY_CAUSE = "flags";

  private static final int TIME_DECIMALS = 3;
  private static final int SHARE_DECIMALS = 1;
  private static final double PERCENT = 100;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final TreeSet<String> flags = new TreeSet<>();

  private final Sweep sweep;

  private FlagTable(Sweep sweep) {
    this.sweep = sweep;
  }

  static Table of(SweepData data) {
    FlagTable table = new FlagTable(data.sweep());
    data.cells().forEach(table::add);
    List<String> notes = new ArrayList<>();
    notes.add(
        "Doubtful runs are kept, and stay in the averages: a run that happened is a result. What each"
            + " flag means and does is in the table of flags; one that only says what limits a point is"
            + " not listed here. Empty is unknown.");
    if (table.flags.contains(CellFlags.TREND)) {
      notes.add(
          "Trend: Kendall's test of runtime against order, exact and two-sided, the processes' scores"
              + " added; flagged below p = 0.01 where the change is 5 % or more. One steady point of a"
              + " hundred may stand here by chance.");
    }
    Table doubtful =
        new Table(
            "doubtful-runs",
            "Doubtful runs and points, each with its flag",
            List.of(
                "technology",
                "variant",
                "threadNum",
                "requestNum",
                "requestMode",
                "repetition",
                "order",
                "flag",
                "runtime, ms",
                "client host's CPU, %",
                "of it others', %",
                "client jitter, ms",
                "what was seen"),
            table.rows,
            notes);
    return DimensionsColumn.behind(doubtful, table.points);
  }

  /** Each flag of counted loops once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data) {
    TreeSet<String> all = new TreeSet<>();
    data.cells().forEach(c -> all.addAll(c.flags()));
    List<List<String>> rows = new ArrayList<>();
    for (String flag : all) {
      List<Cell> cells = data.cells().stream().filter(c -> c.flags().contains(flag)).toList();
      long runs =
          cells.stream()
              .flatMap(c -> c.counted().stream())
              .filter(o -> o.flags().contains(flag))
              .count();
      rows.add(
          List.of(
              flag,
              Integer.toString(cells.size()),
              runs == 0 ? "" : Long.toString(runs),
              Flags.consequence(flag),
              Flags.meaning(flag)));
    }
    return new Table(
        BY_CAUSE,
        "Flags by cause, and what each takes out",
        List.of("flag", "points", "runs", "what it does", "what it means"),
        rows,
        List.of(
            "Points: of "
                + data.cells().size()
                + ". Runs: the counted ones that carry it themselves; empty where it is of the point as"
                + " a whole."));
  }

  /**
   * Each flag of loops that are judged by processes once.
   *
   * @param points how many of them each flag stands on
   * @param processes likewise
   */
  static Table ofProcesses(
      String id,
      String title,
      Map<String, Integer> points,
      Map<String, Integer> processes,
      String note) {
    return new Table(
        id,
        title,
        List.of("flag", "points", "processes", "what it does", "what it means"),
        points.entrySet().stream()
            .map(
                each ->
                    List.of(
                        each.getKey(),
                        each.getValue().toString(),
                        String.valueOf(processes.get(each.getKey())),
                        Flags.consequence(each.getKey()),
                        Flags.meaning(each.getKey())))
            .toList(),
        List.of(note));
  }

  private void add(Cell cell) {
    for (ProcessRuns process : cell.processes()) {
      for (Run run : process.counted()) {
        run.flags().stream()
            .filter(flag -> !Flags.explains(flag))
            .forEach(flag -> row(cell, process, run, flag, ""));
      }
    }
    if (cell.flags().contains(CellFlags.OUTLIER)) {
      Outliers outliers = Outliers.of(cell);
      String median = "median " + Numbers.fixed(outliers.medianMs(), TIME_DECIMALS) + " ms";
      for (ProcessRuns process : cell.processes()) {
        process.counted().stream()
            .filter(outliers.runs()::contains)
            .forEach(run -> row(cell, process, run, CellFlags.OUTLIER, median));
      }
    }
    Optional<Trend> trend =
        cell.flags().contains(CellFlags.TREND) ? Trend.of(cell) : Optional.empty();
    trend.ifPresent(
        t -> ofCell(cell, t.firstOrder() + " to " + t.lastOrder(), CellFlags.TREND, t.toString()));
    cell.flags().stream()
        .filter(f -> !f.equals(CellFlags.TREND) && !f.equals(CellFlags.OUTLIER))
        .filter(f -> cell.counted().stream().noneMatch(o -> o.flags().contains(f)))
        .forEach(f -> ofCell(cell, "", f, seen(cell, f)));
  }

  private String seen(Cell cell, String flag) {
    Explanation found = Explanation.of(cell, HostPair.of(sweep, cell.point().directoryName()));
    return switch (flag) {
      case Explanation.OVER_CPU ->
          seen("client's processors", found.clientCpu())
              + ", "
              + seen("server's processors", found.serverCpu());
      case Explanation.OVER_LINE ->
          seen("line out", found.lineOut()) + ", " + seen("line in", found.lineIn());
      case Explanation.OVER_THREADS ->
          Numbers.fixed(found.concurrency(), SHARE_DECIMALS)
              + " calls under way of at most "
              + found.mostUnderWay();
      default -> "";
    };
  }

  private static String seen(String what, OptionalDouble share) {
    return share.isEmpty()
        ? what + " unknown"
        : Numbers.fixed(PERCENT * share.getAsDouble(), 0) + " % of the " + what;
  }

  private void row(Cell cell, ProcessRuns process, Run run, String flag, String seen) {
    SelfWatch watch = run.watch();
    add(
        cell,
        Integer.toString(process.repetition()),
        Integer.toString(run.order()),
        flag,
        Numbers.fixed(run.timeMs(), TIME_DECIMALS),
        Numbers.fixed(watch.hostCpuPercent(), SHARE_DECIMALS),
        Numbers.fixed(watch.foreignCpuPercent(), SHARE_DECIMALS),
        Numbers.fixed(watch.jitterMs(), SHARE_DECIMALS),
        seen);
  }

  private void ofCell(Cell cell, String orders, String flag, String seen) {
    add(cell, "", orders, flag, "", "", "", "", seen);
  }

  private void add(Cell cell, String repetition, String order, String flag, String... rest) {
    Point point = cell.point();
    List<String> row =
        new ArrayList<>(
            List.of(
                point.technology(),
                point.variant(),
                Integer.toString(point.threadNum()),
                Integer.toString(point.requestNum()),
                point.requestMode().label(),
                repetition,
                order,
                flag));
    row.addAll(Arrays.asList(rest));
    rows.add(row);
    points.add(point);
    flags.add(flag);
  }
}
