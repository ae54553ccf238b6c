package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.Unreadable;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
   * Those of streams, of mixes and of timed loops first, where there are any; the paper's tables,
   * then ours; those of each request mode where there is more than one.
   */
  public static List<Table> of(SweepData data) {
    List<Table> tables = new ArrayList<>(StreamsTable.of(data));
    tables.addAll(MixTable.of(data));
    tables.addAll(ServersTable.of(data));
    tables.addAll(SteadyTable.of(data));
    for (PointGrid grid : PointGrid.all(data)) {
      tables.addAll(new PaperTables(grid).all());
      tables.addAll(new OurTables(grid).all());
    }
    if (!data.cells().isEmpty()) {
      tables.add(ExplainTables.limiters(data));
      Table ceiling = ExplainTables.ceiling(data);
      if (!ceiling.rows().isEmpty()) {
        tables.add(ceiling);
      }
      tables.add(ScalingTable.of(data));
      tables.add(FlagTable.byCause(data, LoadShape.COUNTED));
    }
    tables.addAll(SweepTables.floors(data.sweep()));
    tables.addAll(SweepTables.coldStarts(data.sweep()));
    tables.addAll(OpenTables.of(data));
    tables.addAll(TotalsTables.late(data));
    tables.addAll(TimeSeriesTable.of(data));
    tables.addAll(SweepTables.libraries(data.sweep()));
    tables.add(failed(data));
    tables.add(unreadable(data));
    return List.copyOf(tables);
  }

  public static String ratiosTo(String label) {
    return OurTables.RATIOS + label.replace('@', '-').replace('/', '-');
  }

  /** The id of a table of counted loops, of which there is one for each request mode. */
  public static String ofMode(String id, RequestMode mode, SweepData data) {
    boolean isOnly = data.countedPoints().allMatch(point -> point.requestMode() == mode);
    return isOnly ? id : id + "-" + mode.label();
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
        columns.stream().filter(c -> !c.name().endsWith(PointGrid.WITHOUT_GATE)).toList();
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

  public static List<Table> papers(SweepData data) {
    return PointGrid.all(data).stream()
        .flatMap(grid -> new PaperTables(grid).all().stream())
        .toList();
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
        .addAll(dimensions(all.stream().map(Failure::point)), Failure::point)
        .table(words("failed-points"), all);
  }

  static Words words(String id) {
    return Words.of(Tables.class, id);
  }

  /** What a counted loop has in its own columns. */
  private static String loadOfTime(Point point) {
    TimedLoad timed = point.timed();
    OfferedLoad offered = point.offered();
    return offered != null ? offered.toString() : timed != null ? timed.toString() : "";
  }

  /**
   * A last column of tables with a row a point: in which further dimensions it is, without which
   * two rows could look like one point. Where all are at their defaults there is none.
   */
  static Columns<Point> dimensions(Stream<Point> points) {
    boolean any = points.anyMatch(point -> !dimensions(point).isEmpty());
    return new Columns<Point>()
        .addIf(any, columns -> columns.add("dimensions", Tables::dimensions));
  }

  /** As files of plans have them: {@code in-flight=4;path=haproxy}. */
  private static String dimensions(Point point) {
    Dimensions said = point.dimensions();
    for (Dimension each : Dimensions.declared()) {
      if (each.timedOnly()) {
        said = said.with(each, each.defaultValue());
      }
    }
    return said.toString();
  }

  private static Table unreadable(SweepData data) {
    return new Columns<Unreadable>()
        .add("file", Unreadable::file)
        .add("line", each -> each.line() == 0 ? "" : each.line())
        .add("problem", Unreadable::problem)
        .table(words("not-read"), data.badRows());
  }
}
