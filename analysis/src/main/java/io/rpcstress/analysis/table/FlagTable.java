package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.flag.Outliers;
import io.rpcstress.analysis.flag.Trend;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SelfWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every run with a flag that says more than what limits it, and every flag that a cell got for its
 * runs together; and all flags once by cause, with what each does.
 */
public final class FlagTable {

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

  private record Cause(String flag, int points, @Nullable Object carriers) {}

  private final List<Doubt> rows = new ArrayList<>();

  private FlagTable() {}

  static Table of(SweepData data) {
    FlagTable table = new FlagTable();
    data.cells().forEach(table::add);
    boolean hasTrend = table.rows.stream().anyMatch(row -> row.flag().equals(CellFlags.TREND));
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
        .addAll(Tables.dimensions(table.rows.stream().map(Doubt::point)), Doubt::point)
        .table(Tables.words("doubtful-runs").when("trend", hasTrend), table.rows);
  }

  private static Columns.Value<Doubt> watch(Function<SelfWatch, @Nullable Object> what) {
    return row -> row.run().map(Run::watch).map(what);
  }

  public static String id(LoadShape shape) {
    return switch (shape) {
      case COUNTED -> "flags";
      case TIMED -> "steady-flags";
      case OPEN -> "open-flags";
    };
  }

  /** Each flag of a loop once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data, LoadShape shape) {
    List<Cell> cells = data.compared(shape);
    List<ProcessRuns> processes =
        cells.stream().flatMap(cell -> cell.processes().stream()).toList();
    boolean ofRuns = shape == LoadShape.COUNTED;
    List<Cause> causes = new ArrayList<>();
    Flags.points(cells)
        .forEach(
            (flag, points) ->
                causes.add(
                    new Cause(
                        flag,
                        points,
                        ofRuns
                            ? runs(processes, flag)
                            : processes.stream().filter(p -> p.flags().contains(flag)).count())));
    return new Columns<Cause>()
        .add("flag", Cause::flag)
        .add("points", Cause::points)
        .add(ofRuns ? "runs" : "processes", Cause::carriers)
        .add("what it does", cause -> Flags.consequence(cause.flag()))
        .add("what it means", cause -> Flags.meaning(cause.flag()))
        .table(
            Tables.words(id(shape))
                .with("points", cells.size())
                .with("processes", processes.size()),
            causes);
  }

  /** How many counted ones carry a flag themselves; null where it is of the point as a whole. */
  private static @Nullable Object runs(List<ProcessRuns> processes, String flag) {
    long runs =
        processes.stream()
            .flatMap(process -> process.counted().stream())
            .filter(run -> run.flags().contains(flag))
            .count();
    return runs == 0 ? null : (Object) runs;
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

  private static String seen(Cell cell, String flag) {
    Explanation found = Explanation.of(cell);
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

  private static String seen(String what, double share) {
    return Double.isNaN(share)
        ? what + " unknown"
        : Numbers.fixed(PERCENT * share, 0) + " % of the " + what;
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
