package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Gates;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request mode's points, found by series, threads and requests, and the rows that the printed
 * tables show of them. Immutable.
 */
record PointGrid(
    RequestMode mode,
    String suffix,
    Gates gates,
    Map<Point, Cell> byPoint,
    Map<Point, Failure> failed,
    List<Series> series,
    List<Integer> threads,
    List<Integer> requests) {

  record Place(int threads, int requests) {

    static Place of(Cell cell) {
      return new Place(cell.point().threadNum(), cell.point().requestNum());
    }
  }

  static final Columns<Place> PLACE =
      new Columns<Place>().add("threadNum", Place::threads).add("requestNum", Place::requests);

  /** Fewer of the paper's rows than this make no table: the grid's own are shown instead. */
  private static final int ENOUGH_ROWS = 2;

  /** How the columns end whose ratios are without the gate's own cost. */
  static final String WITHOUT_GATE = ", without the gate";

  private static PointGrid of(SweepData data, RequestMode mode) {
    Map<Point, Cell> cells =
        data.cells().stream()
            .filter(c -> c.point().requestMode() == mode)
            .collect(Collectors.toUnmodifiableMap(Cell::point, Function.identity()));
    Map<Point, Failure> failures =
        data.failedPoints().stream()
            .filter(f -> f.point().requestMode() == mode)
            .collect(Collectors.toUnmodifiableMap(f -> f.point().cell(), Function.identity()));
    List<Point> points =
        Stream.concat(cells.keySet().stream(), failures.keySet().stream()).toList();
    return new PointGrid(
        mode,
        Tables.ofMode("", mode, data),
        Gates.of(data.sweep()),
        cells,
        failures,
        data.series().stream().filter(s -> points.stream().anyMatch(s::holds)).toList(),
        axis(points, Point::threadNum),
        axis(points, Point::requestNum));
  }

  /** One for each request mode that a sweep has points of. */
  static List<PointGrid> all(SweepData data) {
    return data.countedPoints()
        .map(Point::requestMode)
        .distinct()
        .sorted()
        .map(mode -> of(data, mode))
        .filter(grid -> !grid.series.isEmpty())
        .toList();
  }

  private static List<Integer> axis(List<Point> points, Function<Point, Integer> coordinate) {
    return points.stream().map(coordinate).distinct().sorted().toList();
  }

  /** The id of a table, which may be of one grid of several. */
  String id(String table) {
    return table + suffix;
  }

  /** The words of a table, whose title says what the requests of its rows count. */
  Words words(String table) {
    return Tables.words(table)
        .titled(title -> title + " (request mode " + mode.label() + ")")
        .as(id(table))
        .with("rows", rowsNote())
        .when("gated", isGated());
  }

  Series baseline() {
    return series.stream()
        .filter(s -> s.label().equals(Series.RPCX))
        .findFirst()
        .orElseGet(() -> series.get(0));
  }

  boolean isOfOneName() {
    return Series.areOfOneName(series);
  }

  List<Series> others(Series baseline) {
    return series.stream().filter(s -> !s.equals(baseline)).toList();
  }

  @Nullable Cell cell(Series one, Place at) {
    return byPoint.get(point(one, at));
  }

  @Nullable Failure failure(Series one, Place at) {
    return failed.get(point(one, at));
  }

  /** All places, in the order of threads, then requests. */
  List<Place> places() {
    return places(threads, requests);
  }

  private static List<Place> places(List<Integer> threads, List<Integer> requests) {
    return threads.stream()
        .flatMap(count -> requests.stream().map(each -> new Place(count, each)))
        .toList();
  }

  List<Cell> cells(Series one) {
    return cells(one, places()).toList();
  }

  private Stream<Cell> cells(Series one, List<Place> places) {
    return places.stream().flatMap(at -> Stream.ofNullable(cell(one, at)));
  }

  List<Cell> cells() {
    return cells(places());
  }

  List<Cell> shownCells() {
    return cells(shown());
  }

  private List<Cell> cells(List<Place> places) {
    return series.stream().flatMap(one -> cells(one, places)).toList();
  }

  boolean isGated() {
    return !gates.isEmpty();
  }

  Optional<Gates.Cost> gate(Place at) {
    return gates.at(mode, at.threads(), at.requests());
  }

  /** The ratio of two runtimes without the gate's own cost; no number where it is not known. */
  double ratioWithoutGate(Cell one, Cell other) {
    Point at = one.point();
    return gates.ratioWithout(
        mode, at.threadNum(), at.requestNum(), one.timeTotalAvg(), other.timeTotalAvg());
  }

  /** What two series give at a row's place, with the marks of both. */
  Function<Place, Entry> both(
      Series one, Series other, ToDoubleBiFunction<Cell, Cell> value, int decimals) {
    return at -> CellNotes.both(cell(one, at), cell(other, at), value, decimals);
  }

  List<Place> shown() {
    return places(shown(Paper.THREADS, threads), shown(Paper.REQUESTS, requests));
  }

  private String rowsNote() {
    boolean paperThreads = Paper.THREADS.containsAll(shown(Paper.THREADS, threads));
    boolean paperRequests = Paper.REQUESTS.containsAll(shown(Paper.REQUESTS, requests));
    if (paperThreads && paperRequests) {
      return "Rows: those of the paper's tables 3 and 4 that this grid has.";
    }
    String own =
        paperRequests
            ? "thread counts"
            : paperThreads ? "request counts" : "thread counts and request counts";
    return "Rows: " + own + " of this grid; the paper's tables 3 and 4 have others.";
  }

  private static List<Integer> shown(List<Integer> papers, List<Integer> own) {
    if (own.size() <= papers.size()) {
      return own;
    }
    List<Integer> common = papers.stream().filter(own::contains).toList();
    if (common.size() >= ENOUGH_ROWS) {
      return common;
    }
    List<Integer> spread = new ArrayList<>();
    for (int i = 0; i < papers.size(); i++) {
      spread.add(own.get(i * (own.size() - 1) / (papers.size() - 1)));
    }
    return spread;
  }

  private Point point(Series one, Place at) {
    return new Point(
        one.technology(),
        one.variant(),
        at.threads(),
        at.requests(),
        mode,
        0,
        null,
        one.dimensions());
  }
}
