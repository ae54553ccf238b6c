package io.rpcstress.analysis.model;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.PartRow;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.measure.record.SearchRecord;
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
 * @param series the technologies of counted loops (one entry a variant), failed ones among them, in
 *     the order of their type, then variant
 * @param all the points that have a result, of counted, timed and open loops, in this order; then
 *     in that of series, threads, requests
 * @param allFailures the processes that gave none, in the same order
 * @param searches for sustainable rates, in the order of objective, series
 * @param badRows what could not be read
 * @param timeSeries of the processes of timed and open loops that kept one
 * @param clientRuns what each of several client processes had of the runs behind the cells
 * @param services what each had of a process whose calls pass several, the one that is called first
 *     before the others; by the process's point
 * @param parts what each part of a mix had of a process whose calls are one, likewise
 * @param measuredAgain how many processes failed and were measured again
 */
public record SweepData(
    Sweep sweep,
    List<Series> series,
    List<Cell> all,
    List<Failure> allFailures,
    List<SearchRecord> searches,
    List<Unreadable> badRows,
    List<TimeSeries> timeSeries,
    List<ClientRun> clientRuns,
    Map<Point, List<ServiceRow>> services,
    Map<Point, List<PartRow>> parts,
    int measuredAgain) {

  /** The same with what lies beside result files, and what could not be read of that. */
  public SweepData withFiles(
      List<TimeSeries> ofProcesses,
      Map<Point, List<ServiceRow>> ofServices,
      Map<Point, List<PartRow>> ofParts,
      List<Unreadable> unreadable,
      int failuresMeasuredAgain) {
    List<Unreadable> bad = new ArrayList<>(badRows);
    bad.addAll(unreadable);
    return new SweepData(
        sweep,
        series,
        all,
        allFailures,
        searches,
        bad,
        ofProcesses,
        clientRuns,
        ofServices,
        ofParts,
        failuresMeasuredAgain);
  }

  public List<Cell> of(LoadShape shape) {
    return all.stream().filter(cell -> cell.is(shape)).toList();
  }

  public List<Cell> cells() {
    return of(LoadShape.COUNTED);
  }

  public List<Cell> steady() {
    return of(LoadShape.TIMED);
  }

  /** Those that nothing broke: no other is compared by its rates and latencies. */
  public List<Cell> compared(LoadShape shape) {
    return of(shape).stream().filter(cell -> !isUnderFault(cell.point())).toList();
  }

  public List<Cell> open() {
    return compared(LoadShape.OPEN);
  }

  public List<Cell> underFaults() {
    return of(LoadShape.OPEN).stream().filter(cell -> isUnderFault(cell.point())).toList();
  }

  public static boolean isUnderFault(Point point) {
    return point.dimensions().has(Dimension.FAULT);
  }

  /**
   * The encoding of a message, where it is chosen with the technology: that is where technologies
   * are measured in different encodings, or one in several. Where the baseline and others are
   * measured in all of them, an encoding is a load, at which all are compared that have it; then
   * this is nothing.
   */
  public Dimensions chosenEncoding(Series one, LoadShape shape) {
    return encodingIsChosen(shape)
        ? Dimensions.NONE.with(Dimension.PAYLOAD, one.dimensions().text(Dimension.PAYLOAD))
        : Dimensions.NONE;
  }

  /** Whether it is, in all loops of a shape: by the plan, of which all need not be there yet. */
  public boolean encodingIsChosen(LoadShape shape) {
    List<Point> points =
        Stream.concat(
                compared(shape).stream().map(Cell::point),
                failures(shape).stream().map(Failure::point))
            .toList();
    if (!points.stream().allMatch(point -> point.dimensions().has(Dimension.MESSAGE))) {
      return false; // which most sweeps show by their first point
    }
    Map<String, Set<String>> planned = sweep.plannedPayloads();
    Map<String, Set<String>> encodings = planned.isEmpty() ? payloads(points) : planned;
    Set<String> all = encodings.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    boolean areLoads =
        encodings.getOrDefault(Series.RPCX, all).equals(all)
            && encodings.values().stream().filter(all::equals).count() > 1;
    return all.size() > 1 && !areLoads;
  }

  private static Map<String, Set<String>> payloads(List<Point> points) {
    return points.stream()
        .collect(
            Collectors.groupingBy(
                Point::directoryName,
                Collectors.mapping(
                    point -> point.dimensions().text(Dimension.PAYLOAD), Collectors.toSet())));
  }

  public List<Failure> failures(LoadShape shape) {
    return allFailures.stream().filter(f -> f.point().loadShape() == shape).toList();
  }

  public List<Failure> failures() {
    return failures(LoadShape.COUNTED);
  }

  /** The points of a loop that no process has a result for: their first failures. */
  public List<Failure> failedPoints(LoadShape shape) {
    Set<Point> seen = of(shape).stream().map(Cell::point).collect(Collectors.toSet());
    return failures(shape).stream().filter(f -> seen.add(Cell.load(f.point()))).toList();
  }

  public List<Failure> failedPoints() {
    return failedPoints(LoadShape.COUNTED);
  }

  public int countOfFailedPoints() {
    return Stream.of(LoadShape.values()).mapToInt(shape -> failedPoints(shape).size()).sum();
  }

  /**
   * As {@link Series#label()}, without what all series of a loop have: that is the sweep's, and
   * said once.
   */
  public String label(Series one, LoadShape shape) {
    return shared(shape).label(one);
  }

  public SharedDimensions shared(LoadShape shape) {
    return SharedDimensions.of(series(shape).map(Series::dimensions));
  }

  /** Those of a loop; of counted ones the failed among them. */
  public Stream<Series> series(LoadShape shape) {
    return shape == LoadShape.COUNTED
        ? series.stream()
        : compared(shape).stream().map(Cell::series);
  }

  public Map<Point, Cell> byPoint() {
    return all.stream().collect(Collectors.toUnmodifiableMap(Cell::point, Function.identity()));
  }

  /**
   * The cells of one technology and variant of counted loops, in the order of threads, requests.
   */
  public List<Cell> of(Series one) {
    return cells().stream().filter(c -> one.holds(c.point())).toList();
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
    return isOfOneName()
        ? baseline
        : baseline.with(one.dimensions().with(chosenEncoding(baseline, LoadShape.COUNTED)));
  }

  /** What the others are compared with: rpcx, or the first series where there is no rpcx. */
  public Optional<Series> baseline(LoadShape shape) {
    List<Series> all = series(shape).sorted().toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(Series.baselineOf(all));
  }

  /**
   * Every series that anything was measured of, whatever the loop: of counted loops, then of timed
   * and open ones and of searches. One may be there in several dimensions.
   */
  public List<Series> measured() {
    return Stream.of(
            series.stream(),
            steady().stream().map(Cell::series).sorted(),
            of(LoadShape.OPEN).stream().map(Cell::series).sorted(),
            searches.stream().map(Series::of))
        .flatMap(Function.identity())
        .distinct()
        .toList();
  }

  /** The request count that most of some points have, of those the largest; 0 without a point. */
  public static int mostRequests(Stream<Cell> cells) {
    return cells
        .collect(Collectors.groupingBy(c -> c.point().requestNum(), Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  /** The thread counts of counted loops, ascending; failed points count too. */
  public List<Integer> threads() {
    return countedPoints().map(Point::threadNum).distinct().sorted().toList();
  }

  /** The request counts of counted loops, ascending; failed points count too. */
  public List<Integer> requests() {
    return countedPoints().map(Point::requestNum).distinct().sorted().toList();
  }

  public Stream<Point> countedPoints() {
    return Stream.concat(
        cells().stream().map(Cell::point), failures().stream().map(Failure::point));
  }

  /**
   * What one of several client processes had of a run; the run itself is what they had together.
   * Immutable.
   *
   * @param point with its repetition
   * @param callsPerSecond good calls a second over the client's own time, three decimals
   */
  public record ClientRun(Point point, int client, int order, double callsPerSecond) {}

  /**
   * Something in the sweep's files that could not be read; the rest counts.
   *
   * @param file relative to the sweep's folder, slashes between
   * @param line from 1, the header's; 0 where the whole file is meant
   */
  public record Unreadable(String file, long line, String problem) {
    @Override
    public String toString() {
      return file + (line > 0 ? ":" + line : "") + ": " + problem;
    }
  }
}
