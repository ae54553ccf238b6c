package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Gates;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request mode's points, found by series, threads and requests, and the rows that the printed
 * tables show of them. Immutable.
 */
final class PointGrid {

  /** A row of a printed table. */
  record Place(int threads, int requests) {

    static Place of(Cell cell) {
      return new Place(cell.point().threadNum(), cell.point().requestNum());
    }
  }

  /** How tables name a row's place. */
  static final Columns<Place> PLACE =
      new Columns<Place>().add("threadNum", Place::threads).add("requestNum", Place::requests);

  /** Fewer of the paper's rows than this make no table: the grid's own are shown instead. */
  private static final int ENOUGH_ROWS = 2;

  private final RequestMode mode;
  private final Sweep sweep;
  private final Gates gates;
  private final Map<Point, Cell> cells;
  private final Map<Point, Failure> failures;
  private final List<Series> series;
  private final List<Integer> threads;
  private final List<Integer> requests;

  PointGrid(SweepData data, RequestMode mode) {
    this.mode = mode;
    this.sweep = data.sweep();
    this.gates = Gates.of(sweep);
    this.cells =
        data.cells().stream()
            .filter(c -> c.point().requestMode() == mode)
            .collect(Collectors.toUnmodifiableMap(Cell::point, Function.identity()));
    this.failures =
        data.failedPoints().stream()
            .filter(f -> f.point().requestMode() == mode)
            .collect(Collectors.toUnmodifiableMap(f -> f.point().cell(), Function.identity()));
    List<Point> points =
        Stream.concat(cells.keySet().stream(), failures.keySet().stream()).toList();
    this.series = data.series().stream().filter(s -> points.stream().anyMatch(s::holds)).toList();
    this.threads = axis(points, Point::threadNum);
    this.requests = axis(points, Point::requestNum);
  }

  private static List<Integer> axis(List<Point> points, Function<Point, Integer> coordinate) {
    return List.copyOf(
        points.stream().map(coordinate).collect(Collectors.toCollection(TreeSet::new)));
  }

  RequestMode mode() {
    return mode;
  }

  List<Series> series() {
    return series;
  }

  /** The series that others are compared with; null where the grid is empty. */
  @Nullable Series baseline() {
    return series.stream()
        .filter(s -> s.label().equals(Series.RPCX))
        .findFirst()
        .orElse(series.isEmpty() ? null : series.get(0));
  }

  /** Whether all series are loads of one technology and variant. */
  boolean isOfOneName() {
    return Series.areOfOneName(series);
  }

  /** All series but one. */
  List<Series> others(Series baseline) {
    return series.stream().filter(s -> !s.equals(baseline)).toList();
  }

  @Nullable Cell cell(Series one, int threadNum, int requestNum) {
    return cells.get(point(one, threadNum, requestNum));
  }

  @Nullable Cell cell(Series one, Place at) {
    return cell(one, at.threads(), at.requests());
  }

  @Nullable Failure failure(Series one, int threadNum, int requestNum) {
    return failures.get(point(one, threadNum, requestNum));
  }

  /** All cells of a series, in the order of threads, then requests. */
  List<Cell> cells(Series one) {
    List<Cell> found = new ArrayList<>();
    for (int t : threads) {
      for (int r : requests) {
        Cell cell = cell(one, t, r);
        if (cell != null) {
          found.add(cell);
        }
      }
    }
    return found;
  }

  List<Integer> threads() {
    return threads;
  }

  List<Integer> requests() {
    return requests;
  }

  /** What the gate of each point costs by itself. */
  Gates gates() {
    return gates;
  }

  /** The hosts that a cell was measured on. */
  HostPair hosts(Cell cell) {
    return HostPair.of(sweep, cell.point().directoryName());
  }

  /** The thread counts that printed tables show. */
  List<Integer> shownThreads() {
    return shown(Paper.THREADS, threads);
  }

  /** The rows that printed tables show. */
  List<Place> shown() {
    return shownThreads().stream()
        .flatMap(threads -> shownRequests().stream().map(each -> new Place(threads, each)))
        .toList();
  }

  /** The cells that printed tables show, by series. */
  List<Shown> shownCells() {
    List<Shown> found = new ArrayList<>();
    for (Series one : series) {
      for (Place at : shown()) {
        Cell cell = cell(one, at);
        if (cell != null) {
          found.add(new Shown(one, cell));
        }
      }
    }
    return found;
  }

  /** A cell of a series. */
  record Shown(Series series, Cell cell) {}

  /** The request counts that printed tables show. */
  List<Integer> shownRequests() {
    return shown(Paper.REQUESTS, requests);
  }

  /** Which rows those are, as a note below a table. */
  String rowsNote() {
    boolean paperThreads = Paper.THREADS.containsAll(shownThreads());
    boolean paperRequests = Paper.REQUESTS.containsAll(shownRequests());
    if (paperThreads && paperRequests) {
      return "Rows: those of the paper's tables 3 and 4 that are in this grid.";
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

  private Point point(Series one, int threadNum, int requestNum) {
    return new Point(
        one.technology(), one.variant(), threadNum, requestNum, mode, 0, null, one.dimensions());
  }
}
