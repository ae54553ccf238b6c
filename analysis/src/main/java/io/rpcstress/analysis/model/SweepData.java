package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that is known of one sweep, cleaned. Immutable.
 *
 * @param sweep what was run, when, and on which hosts
 * @param series the technologies (one entry a variant) in the order of their type, then variant
 * @param cells the points that have a result, in the order of series, threads, requests
 * @param failures the processes that gave none, in the same order
 * @param openRuns the runs of open loops, in the order of series, shape, rate
 * @param searches for sustainable rates, in the order of objective, series
 * @param badRows what could not be read
 * @param steady the points of timed loops, in the order of series, threads
 * @param steadyFailures the processes of timed loops that gave none
 * @param timeSeries of the processes of timed and open loops that kept one
 * @param clientRuns what each of several client processes had of the runs behind the cells
 * @param totals of the points whose rows say what not every sweep asks for
 * @param services what each service had of the processes of timed loops whose calls pass several
 * @param openFailures the runs of open loops that gave no result
 */
public record SweepData(
    Sweep sweep,
    List<Series> series,
    List<Cell> cells,
    List<Failure> failures,
    List<OpenResult> openRuns,
    List<RateSearch> searches,
    List<Unreadable> badRows,
    List<SteadyCell> steady,
    List<Failure> steadyFailures,
    List<TimeSeries> timeSeries,
    List<ClientRun> clientRuns,
    List<PointTotals> totals,
    List<ServiceShares> services,
    List<Failure> openFailures) {

  /** Copies the lists. */
  public SweepData {
    steady = List.copyOf(steady);
    steadyFailures = List.copyOf(steadyFailures);
    series = List.copyOf(series);
    cells = List.copyOf(cells);
    failures = List.copyOf(failures);
    openRuns = List.copyOf(openRuns);
    searches = List.copyOf(searches);
    badRows = List.copyOf(badRows);
    timeSeries = List.copyOf(timeSeries);
    clientRuns = List.copyOf(clientRuns);
    totals = List.copyOf(totals);
    services = List.copyOf(services);
    openFailures = List.copyOf(openFailures);
  }

  /**
   * As {@link Series#label()}, without what all series of counted loops have: that is the sweep's,
   * and said once.
   */
  public String countedLabel(Series one) {
    return sharedOfCounted().label(one);
  }

  /** In what all counted loops are alike. */
  public SharedDimensions sharedOfCounted() {
    return SharedDimensions.of(series.stream().map(Series::dimensions));
  }

  /** In what all timed loops are alike. */
  public SharedDimensions sharedOfTimed() {
    return SharedDimensions.of(steady.stream().map(cell -> cell.point().dimensions()));
  }

  /** In what all open loops are alike. */
  public SharedDimensions sharedOfOpen() {
    return SharedDimensions.of(openRuns.stream().map(run -> run.point().dimensions()));
  }

  /**
   * The same with what lies beside result files.
   *
   * @param unreadable what could not be read of that
   */
  public SweepData withFiles(
      List<TimeSeries> ofProcesses,
      List<ServiceShares> ofServices,
      List<Failure> ofOpenLoops,
      List<Unreadable> unreadable) {
    List<Unreadable> bad = new ArrayList<>(badRows);
    bad.addAll(unreadable);
    return new SweepData(
        sweep,
        series,
        cells,
        failures,
        openRuns,
        searches,
        bad,
        steady,
        steadyFailures,
        ofProcesses,
        clientRuns,
        totals,
        ofServices,
        ofOpenLoops);
  }

  /** The cells by their point. */
  public Map<Point, Cell> byPoint() {
    return cells.stream().collect(Collectors.toUnmodifiableMap(Cell::point, Function.identity()));
  }

  /** The points that no process has a result for: their first failures. */
  public List<Failure> failedPoints() {
    Set<Point> seen = cells.stream().map(Cell::point).collect(Collectors.toSet());
    return failures.stream().filter(f -> seen.add(f.point().cell())).toList();
  }

  /** The points of timed loops that no process has a result for: their first failures. */
  public List<Failure> steadyFailedPoints() {
    Set<Point> seen = steady.stream().map(SteadyCell::point).collect(Collectors.toSet());
    return steadyFailures.stream().filter(f -> seen.add(f.point().cell())).toList();
  }

  /** The loads of open loops that no run has a result for: their first failures. */
  public List<Failure> openFailedPoints() {
    Set<Point> seen =
        openRuns.stream().map(run -> OpenResult.load(run.point())).collect(Collectors.toSet());
    return openFailures.stream().filter(f -> seen.add(OpenResult.load(f.point()))).toList();
  }

  /** All processes that gave no result, whatever the loop: of counted loops, timed, and open. */
  public List<Failure> allFailures() {
    return Stream.of(failures, steadyFailures, openFailures).flatMap(List::stream).toList();
  }

  /** How many points no process has a result for, whatever the loop. */
  public int countOfFailedPoints() {
    return failedPoints().size() + steadyFailedPoints().size() + openFailedPoints().size();
  }

  /** The cells of one technology and variant, in the order of threads, requests. */
  public List<Cell> of(Series one) {
    return cells.stream().filter(c -> one.holds(c.point())).toList();
  }

  /** Whether counted loops have no technology and no variant beside the baseline's. */
  public boolean isOfOneName() {
    return Series.areOfOneName(series);
  }

  /**
   * What a series of counted loops is compared with: the baseline at the series' own load, since a
   * technology with 64 calls in flight has no place beside another with one. Where only one
   * technology was measured, its loads are compared with the baseline itself.
   */
  public Series referenceOf(Series one, Series baseline) {
    return isOfOneName() ? baseline : baseline.with(one.dimensions());
  }

  /** What the others are compared with: rpcx, or the first series where there is no rpcx. */
  public Optional<Series> baseline() {
    return series.isEmpty() ? Optional.empty() : Optional.of(Series.baselineOf(series));
  }

  /**
   * Every series that anything was measured of, whatever the loop: of counted loops, then of timed
   * and open ones and of searches. One may be there in several dimensions.
   */
  public List<Series> measured() {
    return Stream.of(
            series.stream(),
            steady.stream().map(SteadyCell::series).sorted(),
            openRuns.stream().map(OpenResult::series).sorted(),
            searches.stream().map(s -> new Series(0, s.technology(), s.variant())))
        .flatMap(Function.identity())
        .distinct()
        .toList();
  }

  /** The thread counts that occur, ascending; failed points count too. */
  public List<Integer> threads() {
    return points().map(Point::threadNum).distinct().sorted().toList();
  }

  /** The request counts that occur, ascending; failed points count too. */
  public List<Integer> requests() {
    return points().map(Point::requestNum).distinct().sorted().toList();
  }

  private Stream<Point> points() {
    return Stream.concat(cells.stream().map(Cell::point), failures.stream().map(Failure::point));
  }
}
