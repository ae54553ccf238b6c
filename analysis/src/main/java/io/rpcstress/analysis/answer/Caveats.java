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
import io.rpcstress.analysis.model.Words;
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

  private void add(Words words) {
    caveats.add(words.sentence());
  }

  private static Words words(String id) {
    return Words.of(Caveats.class, id);
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
      add(words("assumed").with("assumed", assumed).with("points", cells.size()));
    }
    int all = cells.stream().mapToInt(c -> c.processes().size()).sum();
    int settled = cells.stream().mapToInt(c -> c.settled().size()).sum();
    if (settled < all) {
      add(words("settled").with("scope", scope).with("settled", settled).with("processes", all));
    }
    power(scope, cells, ProcessRuns::callsPerSecond);
  }

  private void counted() {
    List<Cell> cells = data.cells();
    if (cells.isEmpty()) {
      return;
    }
    String scope = Scope.FIRST_SECONDS.label();
    add(words("first-seconds").with("scope", scope));
    if (cells.stream().allMatch(c -> c.processes().size() > 1)) {
      processes(scope, cells, "runs");
    } else {
      add(words("correlated"));
    }
    power(scope, cells, ProcessRuns::timeTotalAvg);
    long unsound = cells.stream().filter(c -> !c.isSound()).count();
    if (unsound > 0) {
      add(words("unsound").with("unsound", unsound).with("points", cells.size()));
    }
    SortedMap<String, Integer> flags = Flags.points(cells);
    if (!flags.isEmpty()) {
      long taken = cells.stream().filter(c -> !Flags.invalidating(c).isEmpty()).count();
      String all =
          flags.entrySet().stream()
              .map(
                  flag ->
                      text(
                          "%s at %d (%s)",
                          flag.getKey(), flag.getValue(), Flags.consequence(flag.getKey())))
              .collect(joining("; "));
      String points =
          taken == 0
              ? "No point is"
              : text("%d of %d points %s", taken, cells.size(), taken == 1 ? "is" : "are");
      add(words("flagged").with("points", points).with("flags", all));
    }
  }

  private void open() {
    List<Cell> cells = data.open();
    if (cells.isEmpty()) {
      return;
    }
    add(words("open"));
    processes(Scope.OPEN.label(), cells, "calls");
  }

  /** How many processes numbers are of, and what leaves the others out, once by cause. */
  private void processes(String scope, List<Cell> cells, String within) {
    SortedMap<String, Integer> causes = new TreeMap<>();
    cells.forEach(
        c -> c.leftOut().forEach((flag, count) -> causes.merge(flag, count, Integer::sum)));
    add(
        words("processes")
            .with("scope", scope)
            .with("valid", cells.stream().mapToInt(c -> c.valid().size()).sum())
            .with("all", cells.stream().mapToInt(c -> c.processes().size()).sum())
            .with("within", within)
            .with("needed", Verdict.MIN_PROCESSES)
            .when("left-out", !causes.isEmpty())
            .with(
                "causes",
                causes.entrySet().stream()
                    .map(e -> e.getValue() + " by " + e.getKey())
                    .collect(joining(", "))));
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
        words("power")
            .with("scope", scope)
            .with("spread", text("%.1f", PERCENT * Math.expm1(spread.getAsDouble())))
            .with("needs", String.join(", ", needs))
            .with("power", Power.POWER_PERCENT)
            .with("family", verdicts == 1 ? "" : ", as one of " + verdicts + " verdicts")
            .with("have", have)
            .with("seen", seen ? "" : ": too few"));
  }

  private void whole() {
    if (family > 1) {
      add(words("family").with("n", family).with("level", text("%.0f", PERCENT * Holm.LEVEL)));
    }
    if (data.of(LoadShape.OPEN).size() < data.all().size()) {
      add(words("closed"));
    }
    for (Series series : data.series()) {
      List<Failure> failed =
          data.failedPoints().stream().filter(f -> series.holds(f.point())).toList();
      if (!failed.isEmpty()) {
        String causes =
            failed.stream().map(f -> f.cause().label()).distinct().sorted().collect(joining(", "));
        add(
            words("failed")
                .with("technology", series.label())
                .with("points", failed.size())
                .with("causes", causes)
                .with(
                    "where",
                    Loads.ranges(failed.stream().map(Failure::point).toList(), Loads::sizes)));
      }
    }
    long repetitions = data.allFailures().size() - (long) data.failedPoints().size();
    if (repetitions > 0) {
      add(
          words("no-result")
              .with("processes", repetitions == 1 ? "process" : "processes")
              .with("n", repetitions)
              .with("timed", data.failures(LoadShape.TIMED).size())
              .with("open", data.failures(LoadShape.OPEN).size()));
    }
    if (data.sweep().start() != null && data.sweep().end() == null) {
      add(words("no-end"));
    }
    if (!data.badRows().isEmpty()) {
      add(words("not-read").with("places", data.badRows().size()));
    }
    caveats.addAll(Doubts.ofNames(data));
  }
}
