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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private static final Columns<Point> POINT =
      new Columns<Point>()
          .add("technology", Point::technology)
          .add("variant", Point::variant)
          .add("threadNum", Point::threadNum)
          .add("requestNum", Point::requestNum)
          .add("requestMode", point -> point.requestMode().label());

  /** Of a run, or of a cell's runs together: then without numbers of a run. */
  private record Doubt(
      Point point,
      @Nullable Integer repetition,
      Entry orders,
      String flag,
      Optional<Run> run,
      String seen) {}

  private record Cause(String flag, long points, @Nullable Long carriers) {}

  private final List<Doubt> rows = new ArrayList<>();
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
    if (table.rows.stream().anyMatch(row -> row.flag().equals(CellFlags.TREND))) {
      notes.add(
          "Trend: Kendall's test of runtime against order, exact and two-sided, the processes' scores"
              + " added; flagged below p = 0.01 where the change is 5 % or more. One steady point of a"
              + " hundred may stand here by chance.");
    }
    return new Columns<Doubt>()
        .addAll(POINT, Doubt::point)
        .add("repetition", Doubt::repetition)
        .add(Heading.counts("order", "to", "last"), Doubt::orders)
        .add("flag", Doubt::flag)
        .add("runtime, ms", TIME_DECIMALS, row -> row.run().map(Run::timeMs))
        .add("client host's CPU, %", SHARE_DECIMALS, watch(SelfWatch::hostCpuPercent))
        .add("of it others', %", SHARE_DECIMALS, watch(SelfWatch::foreignCpuPercent))
        .add("client jitter, ms", SHARE_DECIMALS, watch(SelfWatch::jitterMs))
        .add("what was seen", Doubt::seen)
        .addAll(DimensionsColumn.of(table.rows.stream().map(Doubt::point)), Doubt::point)
        .table("doubtful-runs", "Doubtful runs and points, each with its flag", table.rows, notes);
  }

  private static Columns.Value<Doubt> watch(Function<SelfWatch, @Nullable Object> what) {
    return row -> row.run().map(Run::watch).map(what);
  }

  private static Columns<Cause> causes(String carriers) {
    return new Columns<Cause>()
        .add("flag", Cause::flag)
        .add("points", Cause::points)
        .add(carriers, Cause::carriers)
        .add("what it does", cause -> Flags.consequence(cause.flag()))
        .add("what it means", cause -> Flags.meaning(cause.flag()));
  }

  /** Each flag of counted loops once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data) {
    TreeSet<String> all = new TreeSet<>();
    data.cells().forEach(c -> all.addAll(c.flags()));
    List<Cause> causes = new ArrayList<>();
    for (String flag : all) {
      List<Cell> cells = data.cells().stream().filter(c -> c.flags().contains(flag)).toList();
      long runs =
          cells.stream()
              .flatMap(c -> c.counted().stream())
              .filter(o -> o.flags().contains(flag))
              .count();
      causes.add(new Cause(flag, cells.size(), runs == 0 ? null : (Long) runs));
    }
    return causes("runs")
        .table(
            BY_CAUSE,
            "Flags by cause, and what each takes out",
            causes,
            "Points: of "
                + data.cells().size()
                + ". Runs: the counted ones that carry it themselves; empty where it is of the point as"
                + " a whole.");
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
    return causes("processes")
        .table(
            id,
            title,
            points.entrySet().stream()
                .map(
                    each ->
                        new Cause(
                            each.getKey(),
                            each.getValue(),
                            processes.getOrDefault(each.getKey(), 0).longValue()))
                .toList(),
            note);
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
        t ->
            ofCell(cell, Entry.both(t.firstOrder(), t.lastOrder()), CellFlags.TREND, t.toString()));
    cell.flags().stream()
        .filter(f -> !f.equals(CellFlags.TREND) && !f.equals(CellFlags.OUTLIER))
        .filter(f -> cell.counted().stream().noneMatch(o -> o.flags().contains(f)))
        .forEach(f -> ofCell(cell, Entry.EMPTY, f, seen(cell, f)));
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
    rows.add(
        new Doubt(
            cell.point(),
            process.repetition(),
            Entry.of(run.order()),
            flag,
            Optional.of(run),
            seen));
  }

  private void ofCell(Cell cell, Entry orders, String flag, String seen) {
    rows.add(new Doubt(cell.point(), null, orders, flag, Optional.empty(), seen));
  }
}
