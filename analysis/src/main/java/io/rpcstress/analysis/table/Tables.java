package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
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
    List<String> columns = table.header().subList(OurTables.RATIO_KEYS, table.header().size());
    List<String> ratios =
        columns.stream().filter(c -> !c.endsWith(OurTables.WITHOUT_GATE)).toList();
    boolean gated = ratios.size() < columns.size();
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < ratios.size(); i++) {
      for (List<String> from : table.rows()) {
        List<String> row = new ArrayList<>(List.of(ratios.get(i)));
        row.addAll(from.subList(0, OurTables.RATIO_KEYS));
        row.add(from.get(OurTables.RATIO_KEYS + i));
        if (gated) {
          row.add(from.get(OurTables.RATIO_KEYS + ratios.size() + i));
        }
        rows.add(row);
      }
    }
    List<String> header =
        new ArrayList<>(List.of("technology / baseline", "threadNum", "requestNum", "ratio"));
    if (gated) {
      header.add("without the gate");
    }
    return new Table(table.id(), table.title(), header, rows, table.notes());
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
    List<Point> points = data.allFailures().stream().map(Failure::point).toList();
    Table loads =
        DimensionsColumn.behind(
            failures(data), "load", points.stream().map(Tables::loadOfTime).toList());
    return DimensionsColumn.behind(loads, points);
  }

  /** What a counted loop has in its own columns. */
  private static String loadOfTime(Point point) {
    TimedLoad timed = point.timed();
    OfferedLoad offered = point.offered();
    return offered != null ? offered.toString() : timed != null ? timed.toString() : "";
  }

  private static Table failures(SweepData data) {
    return new Table(
        "failed-points",
        "Points and processes that have no result",
        List.of(
            "technology",
            "variant",
            "threads",
            "requests",
            "requests are",
            "repetition",
            "cause",
            "detail",
            "failed calls",
            "complete runs",
            "at",
            "to try again"),
        data.allFailures().stream()
            .map(
                f ->
                    List.of(
                        f.point().technology(),
                        f.point().variant(),
                        Integer.toString(f.point().threadNum()),
                        Integer.toString(f.point().requestNum()),
                        f.point().requestMode().label(),
                        Integer.toString(f.point().repetition()),
                        f.cause().label(),
                        f.detail(),
                        f.failures(),
                        Integer.toString(f.completeRuns()),
                        f.at().toString(),
                        f.redo()))
            .toList(),
        List.of(
            "One row a process: a point that another process has a result for has that result, marked."
                + " Runs that were complete before the failure are evidence, not a result."));
  }

  private static Table unreadable(SweepData data) {
    return new Table(
        "not-read",
        "What could not be read in the raw files",
        List.of("file", "line", "problem"),
        data.badRows().stream()
            .map(b -> List.of(b.file(), b.line() == 0 ? "" : Long.toString(b.line()), b.problem()))
            .toList(),
        List.of("No line means the whole file. Everything else was imported."));
  }
}
