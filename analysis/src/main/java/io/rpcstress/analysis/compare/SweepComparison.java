package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.OpenComparison;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.SteadyComparison;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A sweep against an earlier one, joined on the point's key. Ratios are of runtimes, later by
 * earlier: above 1 is slower. Immutable.
 *
 * @param before the earlier sweep
 * @param after the later sweep
 * @param series one entry a technology whose counted loops both have
 * @param loops timed and open loops that both have
 * @param family how many verdicts are judged together
 * @param leftOut points that both have and that must not be compared, with the reason
 * @param onlyBefore points that only the earlier sweep has a result for
 * @param onlyAfter points that only the later sweep has a result for
 * @param newlyFailed points that had a result and failed in the later sweep, in one of its
 *     processes
 * @param differences facts and options in which the two differ
 */
public record SweepComparison(
    Sweep before,
    Sweep after,
    List<Entry> series,
    List<LoopComparison> loops,
    int family,
    List<LeftOut> leftOut,
    List<Point> onlyBefore,
    List<Point> onlyAfter,
    List<Failure> newlyFailed,
    List<Difference> differences) {

  /** Copies the lists. */
  public SweepComparison {
    series = List.copyOf(series);
    loops = List.copyOf(loops);
    leftOut = List.copyOf(leftOut);
    onlyBefore = List.copyOf(onlyBefore);
    onlyAfter = List.copyOf(onlyAfter);
    newlyFailed = List.copyOf(newlyFailed);
    differences = List.copyOf(differences);
  }

  /**
   * One technology in both sweeps.
   *
   * @param label as tables show it
   * @param points point by point, and over all
   */
  public record Entry(String label, Comparison points) {}

  /**
   * A point that is not compared.
   *
   * @param point the key
   * @param reason why not
   */
  public record LeftOut(Point point, String reason) {}

  /**
   * A fact that is not the same in both.
   *
   * @param name section and name
   * @param before empty where the earlier sweep does not say
   * @param after empty where the later sweep does not say
   */
  public record Difference(String name, String before, String after) {}

  /** Compares two sweeps. */
  public static SweepComparison of(SweepData before, SweepData after) {
    Map<Point, Cell> earlier = before.byPoint();
    List<LeftOut> leftOut = new ArrayList<>();
    List<Entry> entries = new ArrayList<>();
    for (Series series : after.series()) {
      List<Cell> cells = new ArrayList<>();
      List<Cell> references = new ArrayList<>();
      for (Cell cell : after.of(series)) {
        Cell reference = earlier.get(cell.point());
        if (reference == null) {
          continue;
        }
        String reason = reasonNotTo(reference, cell);
        if (reason.isEmpty()) {
          cells.add(cell);
          references.add(reference);
        } else {
          leftOut.add(new LeftOut(cell.point(), reason));
        }
      }
      if (!cells.isEmpty()) {
        entries.add(new Entry(series.label(), Comparison.of(cells, references)));
      }
    }
    Map<String, SteadyComparison> timed = timed(before, after, leftOut);
    List<OpenComparison> open = OpenComparison.all(before, after);
    OpenComparison.startedOtherwise(before, after)
        .forEach(point -> leftOut.add(new LeftOut(point, "calls were started in another way")));
    double[] tested =
        DoubleStream.concat(
                DoubleStream.of(Comparison.pValues(entries.stream().map(Entry::points).toList())),
                DoubleStream.concat(
                    timed.values().stream().flatMapToDouble(SteadyComparison::tested),
                    open.stream().flatMapToDouble(OpenComparison::tested)))
            .toArray();
    double cutoff = Holm.cutoff(tested);
    List<LoopComparison> loops = new ArrayList<>();
    timed.forEach((label, each) -> loops.add(LoopComparison.of(label, each.cutAt(cutoff))));
    open.forEach(each -> loops.add(LoopComparison.of(each.cutAt(cutoff))));
    Set<Point> had = points(before);
    Set<Point> has = points(after);
    return new SweepComparison(
        before.sweep(),
        after.sweep(),
        entries.stream().map(e -> new Entry(e.label(), e.points().cutAt(cutoff))).toList(),
        loops,
        Holm.family(tested),
        leftOut,
        had.stream().filter(p -> !has.contains(p)).toList(),
        has.stream().filter(p -> !had.contains(p)).toList(),
        newlyFailed(before, after, had),
        differences(before.sweep(), after.sweep()));
  }

  /** Every point that has a result, of whatever loop, by its first repetition. */
  private static Set<Point> points(SweepData data) {
    Set<Point> all = new LinkedHashSet<>();
    data.cells().forEach(c -> all.add(c.point()));
    data.steady().forEach(c -> all.add(c.point()));
    data.openRuns().forEach(r -> all.add(OpenComparison.load(r)));
    return all;
  }

  /** The timed loops that both have, by the label of their series. */
  private static Map<String, SteadyComparison> timed(
      SweepData before, SweepData after, List<LeftOut> leftOut) {
    Map<Point, SteadyCell> earlier =
        before.steady().stream().collect(Collectors.toMap(SteadyCell::point, Function.identity()));
    Map<String, List<SteadyCell>> cells = new LinkedHashMap<>();
    Map<String, List<SteadyCell>> references = new LinkedHashMap<>();
    for (SteadyCell cell : after.steady()) {
      SteadyCell reference = earlier.get(cell.point());
      if (reference == null) {
        continue;
      }
      String reason = anotherLoad(reference.conditions(), cell.conditions());
      if (!reason.isEmpty()) {
        leftOut.add(new LeftOut(cell.point(), reason));
        continue;
      }
      String label = SteadyComparison.label(cell.series(), after);
      cells.computeIfAbsent(label, l -> new ArrayList<>()).add(cell);
      references.computeIfAbsent(label, l -> new ArrayList<>()).add(reference);
    }
    Map<String, SteadyComparison> found = new LinkedHashMap<>();
    cells.forEach(
        (label, some) ->
            found.put(
                label,
                SteadyComparison.between(label, some, references.getOrDefault(label, List.of()))));
    return found;
  }

  /** How many points were compared. */
  public int compared() {
    return counted()
        + (int)
            loops.stream()
                .flatMap(l -> l.pairs().stream())
                .map(LoopComparison.Pair::point)
                .distinct()
                .count();
  }

  /** How many of them are counted loops. */
  public int counted() {
    return series.stream().mapToInt(e -> e.points().pairs().size()).sum();
  }

  /**
   * The technologies that became slower by a factor, beyond noise: the ratio over all their points
   * reaches it, and the verdict is slower. Where points were measured by one process each there is
   * no verdict; the interval over them, which then lies above 1, is a reason to look, and so ends a
   * gate. A single point measured by single processes does not, nor does what a flag takes out.
   *
   * @param factor for example 1.1 for 10 %
   */
  public List<Slower> slowerBy(double factor) {
    return Stream.concat(
            series.stream()
                .filter(e -> isSlower(e.points()))
                .map(
                    e ->
                        new Slower(
                            e.label(), e.points().overall().value(), e.points().unit().judges())),
            loops.stream()
                .filter(l -> l.verdict() == Verdict.SLOWER)
                .map(
                    l ->
                        new Slower(
                            l.label() + " (" + l.measured() + ")",
                            l.overall().interval().value(),
                            true)))
        .filter(s -> s.ratio() >= factor)
        .toList();
  }

  /**
   * A technology that became slower.
   *
   * @param label with what was measured, where that is no counted loop
   * @param ratio after by before
   * @param judged whether that is a verdict, and not only a reason to look
   */
  public record Slower(String label, double ratio, boolean judged) {}

  /**
   * A technology of which nothing is shown, neither that it became slower nor that it did not.
   *
   * @param label with what was measured, where that is no counted loop
   * @param ratio after by before; no number where there is none
   * @param why nothing is shown
   */
  public record Undecided(String label, double ratio, String why) {}

  /** What {@link #slowerBy} cannot find slower, however slow it became: it ends no gate. */
  public List<Undecided> undecided() {
    return Stream.concat(
            series.stream()
                .filter(e -> e.points().verdict() == Verdict.NONE && !isScreened(e.points()))
                .map(
                    e ->
                        new Undecided(
                            e.label(),
                            e.points().overall().value(),
                            e.points().takenOut().isEmpty()
                                ? why(e.points())
                                : takenOut(e.points()))),
            loops.stream()
                .filter(l -> l.verdict() == Verdict.NONE)
                .map(
                    l ->
                        new Undecided(
                            l.label() + " (" + l.measured() + ")",
                            l.overall().interval().value(),
                            String.join("; ", l.withheld()))))
        .toList();
  }

  /** The technologies by themselves in the earlier sweep, as the first screen shows such rows. */
  public List<Overview> overviews() {
    List<Overview> all = new ArrayList<>();
    if (!series.isEmpty()) {
      all.add(overview(Overview.Scope.COMPARED, "time of a run", countedRows()));
    }
    if (loops.stream().anyMatch(LoopComparison::hasNumber)) {
      all.add(overview(Overview.Scope.COMPARED_LOOPS, "time of a call, or response", loopRows()));
    }
    return all;
  }

  private Overview overview(Overview.Scope scope, String measure, List<Overview.Row> rows) {
    return new Overview(
        scope,
        List.of(before.name()),
        0,
        List.of(new Overview.Measure("time", measure, true, List.of(rows))));
  }

  private List<Overview.Row> loopRows() {
    int most = loops.stream().mapToInt(l -> l.pairs().size()).max().orElse(0);
    return loops.stream()
        .filter(LoopComparison::hasNumber)
        .map(
            l ->
                new Overview.Row(
                    l.label() + (l.isTimed() ? "" : " " + l.measured()),
                    l.technology(),
                    l.overall(),
                    l.pairs().size(),
                    most,
                    false,
                    l.verdict(),
                    String.join("; ", l.withheld())))
        .toList();
  }

  private List<Overview.Row> countedRows() {
    List<Overview.Row> rows = new ArrayList<>();
    int most = series.stream().mapToInt(e -> e.points().pairs().size()).max().orElse(0);
    for (Entry entry : series) {
      Comparison points = entry.points();
      rows.add(
          new Overview.Row(
              entry.label(),
              points.pairs().get(0).point().technology(),
              new Estimate(points.overall(), points.unit()),
              points.pairs().size(),
              most,
              false, // each is compared with itself, and ranks with nobody
              points.verdict(),
              points.verdict() == Verdict.NONE ? why(points) : ""));
    }
    return rows;
  }

  private static String why(Comparison points) {
    if (!points.unit().judges()) {
      return "one process a side";
    }
    return points.takenOut().isEmpty() ? "no interval" : takenOut(points);
  }

  private static String takenOut(Comparison points) {
    return "%d of %d points are taken out by %s"
        .formatted(
            points.takenOut().size(),
            points.pairs().size(),
            String.join(", ", points.invalidating()));
  }

  private static boolean isSlower(Comparison points) {
    return (isScreened(points) ? points.leaning() : points.verdict()) == Verdict.SLOWER;
  }

  private static boolean isScreened(Comparison points) {
    return points.unit() == Comparison.Unit.POINT
        && points.takenOut().isEmpty()
        && points.overall().isKnown();
  }

  private static List<Failure> newlyFailed(SweepData before, SweepData after, Set<Point> had) {
    Set<Point> failed = failures(before).map(Failure::point).collect(Collectors.toSet());
    return failures(after)
        .filter(f -> had.contains(f.point().cell()) && !failed.contains(f.point()))
        .toList();
  }

  private static Stream<Failure> failures(SweepData data) {
    return Stream.concat(data.failures().stream(), data.steadyFailures().stream());
  }

  private static String reasonNotTo(Cell before, Cell after) {
    if (!before.isSound() || !after.isSound()) {
      return "fewer good orders than were asked for, or calls that failed";
    }
    return anotherLoad(before.conditions(), after.conditions());
  }

  private static String anotherLoad(Conditions a, Conditions b) {
    boolean same =
        a.operation().equals(b.operation())
            && Objects.equals(a.payloadBytes(), b.payloadBytes())
            && a.loop().equals(b.loop())
            && a.connectionPolicy().equals(b.connectionPolicy());
    return same ? "" : "another load: " + load(a) + " before, " + load(b) + " after";
  }

  private static String load(Conditions c) {
    return c.operation()
        + ", "
        + c.payloadBytes()
        + " bytes, "
        + c.loop()
        + ", "
        + c.connectionPolicy();
  }

  private static List<Difference> differences(Sweep before, Sweep after) {
    Map<String, String> a = facts(before);
    Map<String, String> b = facts(after);
    SortedMap<String, Difference> found = new TreeMap<>(Comparator.naturalOrder());
    for (Map<String, String> one : List.of(a, b)) {
      for (String name : one.keySet()) {
        String was = a.getOrDefault(name, "");
        String is = b.getOrDefault(name, "");
        if (!was.equals(is)) {
          found.put(name, new Difference(name, was, is));
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static Map<String, String> facts(Sweep sweep) {
    Function<Fact, String> name =
        f -> f.section().isEmpty() ? f.name() : f.section() + "." + f.name();
    return sweep.facts().stream()
        .filter(
            f ->
                !(f.section().equals(SweepFile.CALIBRATION)
                    && CalibrationRecord.isGateAt(f.name())))
        .collect(Collectors.toMap(name, Fact::value, (x, y) -> x));
  }
}
