package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Power;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the lines of an answer do not say: how it was repeated, what it cannot see, what failed. */
final class Caveats {

  private static final double PERCENT = 100;
  private static final double[] DIFFERENCES = {1.2, 1.05};

  private final SweepData data;
  private final int family;
  private final List<String> caveats = new ArrayList<>();

  private Caveats(SweepData data, int family) {
    this.data = data;
    this.family = family;
  }

  static List<String> of(SweepData data, Verdicts verdicts) {
    Caveats found = new Caveats(data, verdicts.family());
    found.timed();
    found.counted();
    found.open();
    found.whole();
    return found.caveats;
  }

  private void add(String format, Object... values) {
    caveats.add(text(format, values));
  }

  private void timed() {
    List<Cell> cells = data.steady();
    if (cells.isEmpty()) {
      return;
    }
    String scope = Scope.of(data, LoadShape.TIMED).label();
    processes(scope, cells, "windows");
    long assumed = cells.stream().filter(c -> !c.steadyIsShown()).count();
    if (assumed > 0) {
      add(
          "%d of %d points of timed loops were measured without --until-steady. Their steady "
              + "state is assumed from the length of the warm-up, not shown, so they carry no "
              + "verdict.",
          assumed, cells.size());
    }
    int all = cells.stream().mapToInt(c -> c.processes().size()).sum();
    int settled = cells.stream().mapToInt(c -> c.settled().size()).sum();
    if (settled < all) {
      add(
          "%s: %d of %d processes settled. The others are in all numbers, because leaving them "
              + "out would select by the result. The table steady marks rows in which those that "
              + "settled differ.",
          scope, settled, all);
    }
    power(scope, cells, ProcessRuns::callsPerSecond);
  }

  private void counted() {
    List<Cell> cells = data.cells();
    if (cells.isEmpty()) {
      return;
    }
    String scope = Scope.FIRST_SECONDS.label();
    add(
        "%s: order 0 is dropped, and the runs after it are averaged, warm or not. This does not "
            + "show the steady state.",
        scope);
    if (cells.stream().allMatch(c -> c.processes().size() > 1)) {
      processes(scope, cells, "runs");
    } else {
      add(
          "Runs of one process are correlated. So the interval of a point with a single process "
              + "does not have the noise between processes, and carries no verdict. The same "
              + "holds for intervals over such points. Repeat whole processes for a verdict.");
    }
    power(scope, cells, ProcessRuns::timeTotalAvg);
    long unsound = cells.stream().filter(c -> !c.isSound()).count();
    if (unsound > 0) {
      add(
          "%d of %d points have fewer good orders than requested, or failed calls: left out above.",
          unsound, cells.size());
    }
    SortedMap<String, Integer> flags = Flags.points(cells);
    if (!flags.isEmpty()) {
      long taken = cells.stream().filter(c -> !Flags.invalidating(c).isEmpty()).count();
      add(
          "%s taken out of verdicts by a flag. All flags: %s.",
          taken == 0
              ? "No point is"
              : text("%d of %d points %s", taken, cells.size(), taken == 1 ? "is" : "are"),
          flags.entrySet().stream()
              .map(
                  flag ->
                      text(
                          "%s at %d (%s)",
                          flag.getKey(), flag.getValue(), Flags.consequence(flag.getKey())))
              .collect(joining("; ")));
    }
  }

  private void open() {
    List<Cell> cells = data.open();
    if (cells.isEmpty()) {
      return;
    }
    add(
        "Open loop: response time runs from when a call was due. Each row is compared at its own "
            + "arrivals, rate and warm-up. Calls before the end of the warm-up are in no number.");
    processes(Scope.OPEN.label(), cells, "calls");
  }

  /** How many processes numbers are of, and what leaves the others out, once by cause. */
  private void processes(String scope, List<Cell> cells, String within) {
    SortedMap<String, Integer> causes = new TreeMap<>();
    cells.forEach(
        c -> c.leftOut().forEach((flag, count) -> causes.merge(flag, count, Integer::sum)));
    add(
        "%s: numbers are of %d of %d processes. Intervals are over processes (over server starts "
            + "if there are several), at least two a side, never over %s. A verdict needs %d a "
            + "side.%s",
        scope,
        cells.stream().mapToInt(c -> c.valid().size()).sum(),
        cells.stream().mapToInt(c -> c.processes().size()).sum(),
        within,
        Verdict.MIN_PROCESSES,
        causes.isEmpty()
            ? ""
            : causes.entrySet().stream()
                .map(e -> e.getValue() + " by " + e.getKey())
                .collect(joining(", ", " Left out by cause: ", ".")));
  }

  /** What a sweep of several series could have seen at all, from its spread between processes. */
  private void power(String scope, List<Cell> cells, ToDoubleFunction<ProcessRuns> value) {
    List<double[]> points = cells.stream().map(cell -> Sample.of(cell, value).values()).toList();
    OptionalDouble spread = Power.spread(points);
    if (spread.isEmpty() || cells.stream().map(Cell::series).distinct().count() < 2) {
      return;
    }
    int verdicts = Math.max(1, family);
    int have = points.stream().mapToInt(p -> p.length).min().orElse(0);
    List<String> needs = new ArrayList<>();
    boolean seen = true;
    for (double ratio : DIFFERENCES) {
      OptionalInt needed = Power.processes(spread.getAsDouble(), ratio, Holm.LEVEL / verdicts);
      String count =
          needed.isEmpty()
              ? "more than " + Power.MAX_PROCESSES
              : Integer.toString(needed.getAsInt());
      needs.add(text("%s to see %.0f %%", count, PERCENT * (ratio - 1)));
      seen &= needed.orElse(Integer.MAX_VALUE) <= have;
    }
    add(
        "%s: processes of a point spread by %.1f %%. For this a side needs %s (found in %d of "
            + "100 sweeps%s); the fewest here are %d%s.",
        scope,
        PERCENT * Math.expm1(spread.getAsDouble()),
        String.join(", ", needs),
        Power.POWER_PERCENT,
        verdicts == 1 ? "" : ", as one of " + verdicts + " verdicts",
        have,
        seen ? "" : ": too few");
  }

  private void whole() {
    if (family > 1) {
      add(
          "%d verdicts are judged together after Holm: the chance that any of them shows a "
              + "difference that does not exist is at most %.0f %%. The interval beside a "
              + "standing decides it.",
          family, PERCENT * Holm.LEVEL);
    }
    if (data.of(LoadShape.OPEN).size() < data.all().size()) {
      add("A closed loop's latency is not a user's: no rate was held.");
    }
    for (Series series : data.series()) {
      List<Failure> failed =
          data.failedPoints().stream().filter(f -> series.holds(f.point())).toList();
      if (!failed.isEmpty()) {
        add(
            "%s failed at %d points (%s): %s.",
            series.label(),
            failed.size(),
            failed.stream().map(f -> f.cause().label()).distinct().sorted().collect(joining(", ")),
            Loads.ranges(failed.stream().map(Failure::point).toList(), Loads::sizes));
      }
    }
    long repetitions = data.allFailures().size() - (long) data.failedPoints().size();
    if (repetitions > 0) {
      add(
          "%d further process%s gave no result (of timed loops %d, of open ones %d): listed, and in"
              + " no number.",
          repetitions,
          repetitions == 1 ? "" : "es",
          data.failures(LoadShape.TIMED).size(),
          data.failures(LoadShape.OPEN).size());
    }
    if (data.sweep().start() != null && data.sweep().end() == null) {
      add(
          "sweep.json has no end: the sweep still runs, or was stopped. Points that were not "
              + "measured yet are in no number.");
    }
    if (!data.badRows().isEmpty()) {
      add("%d places in the raw files could not be read. They are listed.", data.badRows().size());
    }
    caveats.addAll(Doubts.ofNames(data));
  }
}
