package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparisons;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Holm;
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
    List<Comparison> series,
    List<Comparison> loops,
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

  /** Cells of the later sweep and those of the earlier one at the same points, in one order. */
  private record Both(List<Cell> cells, List<Cell> references) {}

  /** Compares two sweeps. */
  public static SweepComparison of(SweepData before, SweepData after) {
    List<LeftOut> leftOut = new ArrayList<>();
    List<Comparison> counted = new ArrayList<>();
    both(before, after.cells(), cell -> cell.series().label(), leftOut)
        .forEach(
            (label, both) ->
                counted.add(Comparisons.counted(label, label, both.cells(), both.references())));
    List<Comparison> loops = new ArrayList<>();
    both(before, after.steady(), cell -> after.timedLabel(cell.series()), leftOut)
        .forEach(
            (label, both) -> loops.add(Comparisons.timed(label, both.cells(), both.references())));
    loops.addAll(Comparisons.open(before, after));
    Comparisons.startedOtherwise(before, after)
        .forEach(point -> leftOut.add(new LeftOut(point, "calls were started in another way")));
    double[] tested =
        Stream.concat(counted.stream(), loops.stream())
            .flatMapToDouble(Comparison::tested)
            .toArray();
    double cutoff = Holm.cutoff(tested);
    Set<Point> had = points(before);
    Set<Point> has = points(after);
    return new SweepComparison(
        before.sweep(),
        after.sweep(),
        counted.stream().map(each -> each.cutAt(cutoff)).toList(),
        loops.stream().map(each -> each.cutAt(cutoff)).toList(),
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
    data.all().forEach(cell -> all.add(cell.point()));
    return all;
  }

  /** What both have of a closed loop and may be compared, by series. */
  private static Map<String, Both> both(
      SweepData before, List<Cell> after, Function<Cell, String> label, List<LeftOut> leftOut) {
    Map<Point, Cell> earlier = before.byPoint();
    Map<String, Both> found = new LinkedHashMap<>();
    for (Cell cell : after) {
      Cell reference = earlier.get(cell.point());
      if (reference == null) {
        continue;
      }
      String reason = reasonNotTo(reference, cell);
      if (reason.isEmpty()) {
        Both both =
            found.computeIfAbsent(
                label.apply(cell), l -> new Both(new ArrayList<>(), new ArrayList<>()));
        both.cells().add(cell);
        both.references().add(reference);
      } else {
        leftOut.add(new LeftOut(cell.point(), reason));
      }
    }
    return found;
  }

  /** All that both have, counted loops first. */
  List<Comparison> all() {
    return Stream.concat(series.stream(), loops.stream()).toList();
  }

  /** How many points were compared. */
  public int compared() {
    return (int)
        all().stream().flatMap(each -> each.pairs().stream()).map(Pair::point).distinct().count();
  }

  private static String why(Comparison each) {
    return String.join("; ", each.withheld());
  }

  /** The technologies by themselves in the earlier sweep, as the first screen shows such rows. */
  public List<Overview> overviews() {
    List<Overview> all = new ArrayList<>();
    if (!series.isEmpty()) {
      all.add(overview(Overview.Scope.COMPARED, "time of a run", series));
    }
    List<Comparison> numbers = loops.stream().filter(Comparison::hasNumber).toList();
    if (!numbers.isEmpty()) {
      all.add(overview(Overview.Scope.COMPARED_LOOPS, "time of a call, or response", numbers));
    }
    return all;
  }

  /** Each is compared with itself alone. */
  private Overview overview(Overview.Scope scope, String measure, List<Comparison> all) {
    List<Overview.Row> rows =
        all.stream()
            .map(
                each ->
                    new Overview.Row(
                        each.them() + (isOpen(each) ? " " + each.measured() : ""),
                        each.technology(),
                        each.overall(),
                        0,
                        each.verdict(),
                        each.withheld().isEmpty() ? each.verdict().label() : why(each),
                        Overview.Range.NONE))
            .toList();
    return new Overview(
        scope,
        null,
        true,
        List.of(before.name()),
        0,
        List.of(new Overview.Measure("time", measure, true, List.of(rows))));
  }

  private static boolean isOpen(Comparison each) {
    return each.pairs().get(0).point().offered() != null;
  }

  private static List<Failure> newlyFailed(SweepData before, SweepData after, Set<Point> had) {
    Set<Point> failed = failures(before).map(Failure::point).collect(Collectors.toSet());
    return failures(after)
        .filter(f -> had.contains(f.point().cell()) && !failed.contains(f.point()))
        .toList();
  }

  private static Stream<Failure> failures(SweepData data) {
    return data.allFailures().stream().filter(f -> f.point().offered() == null);
  }

  private static String reasonNotTo(Cell before, Cell after) {
    boolean counted = after.is(LoadShape.COUNTED);
    if (counted && !(before.isSound() && after.isSound())) {
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
