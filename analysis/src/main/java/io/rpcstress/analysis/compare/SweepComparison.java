package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Pairs;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.answer.Verdicts;
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
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A sweep against an earlier one, joined on the point's key and compared at each load by itself.
 * Ratios are of runtimes, later by earlier: above 1 is slower. Immutable.
 *
 * @param compared what both have: counted loops first, then timed and open ones
 * @param family how many verdicts are judged together
 * @param leftOut points that both have and that must not be compared, with the reason
 * @param newlyFailed points that had a result and failed in the later sweep, in one of its
 *     processes
 */
public record SweepComparison(
    Sweep before,
    Sweep after,
    List<Compared> compared,
    int family,
    List<LeftOut> leftOut,
    List<Point> onlyBefore,
    List<Point> onlyAfter,
    List<Failure> newlyFailed,
    List<Difference> differences) {

  private static final double MICROS_PER_MILLI = 1e3;

  /** One measure of one technology at one load. */
  public record Compared(String label, String measured, Load load, boolean isFirst, Pair pair) {

    /** A time of a run, in ms, where others are of a call, in us. */
    public boolean isCounted() {
      return pair.cell().is(LoadShape.COUNTED);
    }

    double beforeUs() {
      return micros(pair.theirs());
    }

    double afterUs() {
      return micros(pair.ours());
    }

    private double micros(Sample times) {
      return (isCounted() ? MICROS_PER_MILLI : 1) * times.average();
    }

    Compared cutAt(double cutoff) {
      return new Compared(label, measured, load, isFirst, pair.cutAt(cutoff));
    }
  }

  /** A point that is not compared. */
  public record LeftOut(Point point, String reason) {}

  /**
   * A fact that is not the same in both.
   *
   * @param before empty where the earlier sweep does not say
   * @param after empty where the later sweep does not say
   */
  public record Difference(String name, String before, String after) {}

  private record Both(Cell before, Cell after) {}

  public static SweepComparison of(SweepData before, SweepData after) {
    List<LeftOut> leftOut = new ArrayList<>();
    List<Compared> single = new ArrayList<>();
    for (LoadShape shape : List.of(LoadShape.COUNTED, LoadShape.TIMED, LoadShape.OPEN)) {
      List<Both> points = both(before, after, shape, leftOut);
      if (!points.isEmpty()) {
        Loads loads = Loads.of(points.stream().map(Both::after).toList(), after.sweep());
        single.addAll(
            points.parallelStream().flatMap(each -> compared(each, shape, loads)).toList());
      }
    }
    Verdicts verdicts = new Verdicts(single.stream().map(Compared::pair).toList());
    double cutoff = verdicts.cutoff();
    Set<Point> had = points(before);
    Set<Point> has = points(after);
    return new SweepComparison(
        before.sweep(),
        after.sweep(),
        single.stream().map(each -> each.cutAt(cutoff)).toList(),
        verdicts.family(),
        leftOut,
        had.stream().filter(p -> !has.contains(p)).toList(),
        has.stream().filter(p -> !had.contains(p)).toList(),
        newlyFailed(before, after, had),
        differences(before.sweep(), after.sweep()));
  }

  private static List<Both> both(
      SweepData before, SweepData after, LoadShape shape, List<LeftOut> leftOut) {
    Map<Point, Cell> earlier = before.byPoint();
    List<Both> found = new ArrayList<>();
    for (Cell cell : after.compared(shape)) {
      Cell reference = earlier.get(cell.point());
      if (reference != null) {
        String reason = reasonNotTo(reference, cell);
        if (reason.isEmpty()) {
          found.add(new Both(reference, cell));
        } else {
          leftOut.add(new LeftOut(cell.point(), reason));
        }
      }
    }
    return found;
  }

  private static Stream<Compared> compared(Both point, LoadShape shape, Loads loads) {
    Cell after = point.after();
    Load load = loads.of(after);
    String label = loads.label(after.series());
    boolean isFirst = load.equals(loads.middle());
    return switch (shape) {
      case COUNTED -> {
        Pair pair = Pairs.counted(after, point.before());
        yield Stream.of(new Compared(label, "time of a run", load, isFirst, pair));
      }
      case TIMED -> {
        Pair pair = Pairs.timed(label + " after", after, label + " before", point.before(), true);
        List<Cell> cells = List.of(after, point.before());
        Scope scope =
            cells.stream().allMatch(Cell::steadyIsShown) ? Scope.of(cells) : Scope.ASSUMED_STEADY;
        String measured = scope.labelWithin() + ", time of a call";
        yield Stream.of(new Compared(label, measured, load, isFirst, pair));
      }
      case OPEN ->
          Stream.of(Level.values())
              .map(
                  level ->
                      new Compared(
                          label,
                          level.label(),
                          load,
                          isFirst,
                          Pairs.open(
                              label + " after",
                              after,
                              label + " before",
                              point.before(),
                              level,
                              one -> responses(one, level))))
              .filter(each -> each.pair().processes() > 0);
    };
  }

  /**
   * Of the processes that carry numbers, or of all where none does. A percentile that a process
   * does not know has no value.
   */
  private static Sample responses(Cell cell, Level level) {
    return Sample.of(cell.valid().isEmpty() ? cell.unjudged() : cell, level::of);
  }

  /** Every point that has a result, of whatever loop, by its first repetition. */
  private static Set<Point> points(SweepData data) {
    Set<Point> all = new LinkedHashSet<>();
    data.all().forEach(cell -> all.add(cell.point()));
    return all;
  }

  public int points() {
    return (int) compared.stream().map(each -> each.pair().point()).distinct().count();
  }

  long count(Verdict verdict) {
    return compared.stream().filter(each -> each.pair().verdict() == verdict).count();
  }

  /** The technologies by themselves in the earlier sweep, at the load that is shown first. */
  public List<Overview> overviews() {
    return Stream.of(
            overview(Scope.COMPARED, LoadShape.COUNTED, "time of a run"),
            overview(Scope.COMPARED_TIMED, LoadShape.TIMED, "time of a call"),
            overview(Scope.COMPARED_OPEN, LoadShape.OPEN, "response time"))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Each is compared with itself alone. */
  private Optional<Overview> overview(Scope scope, LoadShape shape, String measure) {
    Map<String, List<Pair>> pairs = new LinkedHashMap<>();
    Map<String, Compared> first = new LinkedHashMap<>();
    for (Compared each : compared) {
      if (each.pair().cell().is(shape)) {
        String row = each.label() + (shape == LoadShape.OPEN ? " " + each.measured() : "");
        pairs.computeIfAbsent(row, r -> new ArrayList<>()).add(each.pair());
        if (each.isFirst()) {
          first.put(row, each);
        }
      }
    }
    List<Overview.Row> rows = new ArrayList<>();
    first.forEach(
        (row, each) ->
            rows.add(
                Overview.Row.of(
                    row, each.pair(), Overview.Range.of(pairs.getOrDefault(row, List.of())))));
    return first.values().stream()
        .findFirst()
        .map(
            any ->
                new Overview(
                    scope,
                    any.load(),
                    true,
                    List.of(before.name()),
                    0,
                    List.of(new Overview.Measure("time", measure, true, List.of(rows)))));
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
    if (after.is(LoadShape.COUNTED) && !(before.isSound() && after.isSound())) {
      return "fewer good runs than requested, or failed calls";
    }
    if (after.is(LoadShape.OPEN) && !startAlike(before, after)) {
      return "calls were started in another way";
    }
    return anotherLoad(before.conditions(), after.conditions());
  }

  private static boolean startAlike(Cell before, Cell after) {
    return Stream.of(before, after)
            .flatMap(each -> each.processes().stream())
            .map(process -> process.offered().starting())
            .distinct()
            .count()
        == 1;
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
    return "%s, %s bytes, %s, %s"
        .formatted(c.operation(), c.payloadBytes(), c.loop(), c.connectionPolicy());
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
