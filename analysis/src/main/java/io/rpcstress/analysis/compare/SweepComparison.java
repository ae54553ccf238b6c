package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A sweep against an earlier one, joined on the point's key. Ratios are of runtimes, later by
 * earlier: above 1 is slower. Immutable.
 *
 * @param before the earlier sweep
 * @param after the later sweep
 * @param series one entry a technology that both have
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
    List<LeftOut> leftOut,
    List<Point> onlyBefore,
    List<Point> onlyAfter,
    List<Failure> newlyFailed,
    List<Difference> differences) {

  /** Copies the lists. */
  public SweepComparison {
    series = List.copyOf(series);
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
    Map<Point, Cell> later = after.byPoint();
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
    List<Comparison> judged = Comparison.ofOneReport(entries.stream().map(Entry::points).toList());
    List<Entry> corrected = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      corrected.add(new Entry(entries.get(i).label(), judged.get(i)));
    }
    return new SweepComparison(
        before.sweep(),
        after.sweep(),
        corrected,
        leftOut,
        before.cells().stream().map(Cell::point).filter(p -> !later.containsKey(p)).toList(),
        after.cells().stream().map(Cell::point).filter(p -> !earlier.containsKey(p)).toList(),
        newlyFailed(before, after),
        differences(before.sweep(), after.sweep()));
  }

  /** How many points were compared. */
  public int compared() {
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
  public List<Entry> slowerBy(double factor) {
    return series.stream()
        .filter(e -> e.points().overall().value() >= factor)
        .filter(e -> isSlower(e.points()))
        .toList();
  }

  /** The technologies by themselves in the earlier sweep, as the first screen shows such rows. */
  public Overview overview() {
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
    return new Overview(
        Overview.Subject.COMPARED,
        List.of(before.name()),
        0,
        List.of(new Overview.Measure("time", "time of a run", true, List.of(rows))));
  }

  private static String why(Comparison points) {
    if (!points.unit().judges()) {
      return "one process a side";
    }
    int out = points.takenOut().size();
    return out == 0
        ? "no interval"
        : "%d of %d points are taken out by %s"
            .formatted(out, points.pairs().size(), String.join(", ", points.invalidating()));
  }

  private static boolean isSlower(Comparison points) {
    boolean screened = points.unit() == Comparison.Unit.POINT && points.takenOut().isEmpty();
    return (screened ? points.leaning() : points.verdict()) == Verdict.SLOWER;
  }

  private static List<Failure> newlyFailed(SweepData before, SweepData after) {
    Set<Point> had = before.cells().stream().map(Cell::point).collect(Collectors.toSet());
    Set<Point> failed = before.failures().stream().map(Failure::point).collect(Collectors.toSet());
    return after.failures().stream()
        .filter(f -> had.contains(f.point().cell()) && !failed.contains(f.point()))
        .toList();
  }

  private static String reasonNotTo(Cell before, Cell after) {
    if (!before.isSound() || !after.isSound()) {
      return "fewer good orders than were asked for, or calls that failed";
    }
    Conditions a = before.conditions();
    Conditions b = after.conditions();
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
    return sweep.facts().stream().collect(Collectors.toMap(name, Fact::value, (x, y) -> x));
  }
}
