package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All tables of a sweep. */
public final class Tables {

  private static final Columns<Point> FAILED_POINT =
      new Columns<Point>()
          .add("technology", Point::technology)
          .add("variant", Point::variant)
          .add("threads", Point::threadNum)
          .add("requests", Point::requestNum)
          .add("requests are", point -> point.requestMode().label())
          .add("repetition", Point::repetition);

  private Tables() {}

  /**
   * The timed loops' first, where there are any; the paper's tables, then ours; those of each
   * request mode where there is more than one.
   */
  public static List<Table> of(SweepData data) {
    Set<RequestMode> modes = modes(data);
    List<Table> tables = new ArrayList<>(SteadyTable.of(data));
    for (RequestMode mode : modes) {
      PointGrid grid = new PointGrid(data, mode);
      Series baseline = grid.baseline();
      if (baseline != null) {
        String suffix = modes.size() == 1 ? "" : "-" + mode.label();
        tables.addAll(new PaperTables(grid, baseline, suffix).all());
        tables.addAll(new OurTables(grid, baseline, suffix).all());
        tables.add(TechnologiesTable.of(grid, data, suffix));
      }
    }
    if (!data.cells().isEmpty()) {
      tables.add(ExplainTables.limiters(data));
      Table ceiling = ExplainTables.ceiling(data);
      if (!ceiling.rows().isEmpty()) {
        tables.add(ceiling);
      }
      tables.add(ScalingTable.of(data));
      tables.add(FlagTable.byCause(data));
      tables.add(FlagTable.of(data));
    }
    tables.addAll(FloorsTable.of(data.sweep()));
    tables.addAll(ColdStartTable.of(data));
    tables.addAll(OpenTables.of(data));
    tables.addAll(LateTable.of(data));
    tables.addAll(EnergyTable.of(data));
    tables.addAll(TimeSeriesTable.of(data));
    tables.addAll(TimeSeriesTable.ofRuns(data));
    tables.addAll(LibrariesTable.of(data.sweep()));
    tables.add(failed(data));
    tables.add(unreadable(data));
    return List.copyOf(tables);
  }

  /**
   * The id of the table of ratios to a series.
   *
   * @param label the series
   * @param mode of the requests; null where a sweep has one
   */
  public static String ratiosTo(String label, @Nullable String mode) {
    return OurTables.ratiosTo(label) + (mode == null ? "" : "-" + mode);
  }

  /**
   * A table of ratios with a row a technology instead of a column; any other table as it is.
   *
   * @param table of {@link #of}
   */
  public static Table byTechnology(Table table) {
    if (!table.id().startsWith(OurTables.RATIOS)) {
      return table;
    }
    List<Heading> columns = table.headings().subList(OurTables.RATIO_KEYS, table.headings().size());
    List<Heading> ratios =
        columns.stream().filter(c -> !c.name().endsWith(OurTables.WITHOUT_GATE)).toList();
    boolean gated = ratios.size() < columns.size();
    List<List<Entry>> rows = new ArrayList<>();
    for (int i = 0; i < ratios.size(); i++) {
      for (List<Entry> from : table.entries()) {
        List<Entry> row = new ArrayList<>(List.of(Entry.of(ratios.get(i).name())));
        row.addAll(from.subList(0, OurTables.RATIO_KEYS));
        row.add(from.get(OurTables.RATIO_KEYS + i));
        if (gated) {
          row.add(from.get(OurTables.RATIO_KEYS + ratios.size() + i));
        }
        rows.add(row);
      }
    }
    List<Heading> headings = new ArrayList<>(List.of(Heading.of("technology / baseline")));
    headings.addAll(table.headings().subList(0, OurTables.RATIO_KEYS));
    headings.add(Heading.marked("ratio"));
    if (gated) {
      headings.add(Heading.marked("without the gate"));
    }
    return new Table(table.id(), table.title(), headings, rows, table.notes());
  }

  /** The paper's tables alone, as {@link #of} has them. */
  public static List<Table> papers(SweepData data) {
    Set<RequestMode> modes = modes(data);
    List<Table> tables = new ArrayList<>();
    for (RequestMode mode : modes) {
      PointGrid grid = new PointGrid(data, mode);
      Series baseline = grid.baseline();
      if (baseline != null) {
        String suffix = modes.size() == 1 ? "" : "-" + mode.label();
        tables.addAll(new PaperTables(grid, baseline, suffix).all());
      }
    }
    return tables;
  }

  /** Ascending. */
  private static Set<RequestMode> modes(SweepData data) {
    return Stream.concat(
            data.cells().stream().map(Cell::point), data.failures().stream().map(Failure::point))
        .map(p -> p.requestMode())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Table failed(SweepData data) {
    List<Failure> all = data.allFailures();
    return new Columns<Failure>()
        .addAll(FAILED_POINT, Failure::point)
        .add("cause", failure -> failure.cause().label())
        .add("detail", Failure::detail)
        .add("failed calls", Failure::failures)
        .add("complete runs", Failure::completeRuns)
        .add("at", Failure::at)
        .add("to try again", Failure::redo)
        .addIf(
            all.stream().anyMatch(failure -> !loadOfTime(failure.point()).isEmpty()),
            columns -> columns.add("load", failure -> loadOfTime(failure.point())))
        .addAll(DimensionsColumn.of(all.stream().map(Failure::point)), Failure::point)
        .table(
            "failed-points",
            "Points and processes that have no result",
            all,
            "One row a process: a point that another process has a result for has that result, marked."
                + " Runs that were complete before the failure are evidence, not a result.");
  }

  /** What a counted loop has in its own columns. */
  private static String loadOfTime(Point point) {
    TimedLoad timed = point.timed();
    OfferedLoad offered = point.offered();
    return offered != null ? offered.toString() : timed != null ? timed.toString() : "";
  }

  /** How tables with a row a load over all its processes name it. */
  static Columns<PointTotals> totals(RowNames names) {
    return new Columns<PointTotals>()
        .add("technology", point -> names.of(point.series()))
        .add("threads", PointTotals::threads)
        .add("load", PointTotals::load);
  }

  private static Table unreadable(SweepData data) {
    return new Columns<Unreadable>()
        .add("file", Unreadable::file)
        .add("line", each -> each.line() == 0 ? "" : each.line())
        .add("problem", Unreadable::problem)
        .table(
            "not-read",
            "What could not be read in the raw files",
            data.badRows(),
            "No line means the whole file. Everything else was imported.");
  }
}
