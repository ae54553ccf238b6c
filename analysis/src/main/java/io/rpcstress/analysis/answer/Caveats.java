package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Power;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the lines of an answer do not say: how it was repeated, what it cannot see, what failed. */
final class Caveats {

  private static final double PERCENT = 100;
  private static final double[] DIFFERENCES = {1.2, 1.05};

  private static final String FIRST_SECONDS =
      "These are the first seconds of a JVM: order 0 is dropped, and the runs after it are averaged,"
          + " warm or not. They say nothing of the steady state.";

  private Caveats() {}

  static List<String> of(SweepData data, Verdicts verdicts) {
    boolean steady = !data.steady().isEmpty();
    boolean counted = !data.cells().isEmpty();
    int family = verdicts.family();
    List<String> caveats = new ArrayList<>();
    if (steady) {
      caveats.addAll(steady(data, family));
    }
    String about = steady ? "First seconds: " : "";
    if (counted) {
      caveats.add(about + repetition(data));
      caveats.add(about + FIRST_SECONDS);
    }
    correction(family, caveats);
    if (!verdicts.firstSeconds().isEmpty()) {
      power(data.cells(), ProcessRuns::timeTotalAvg, family)
          .ifPresent(power -> caveats.add(about + power));
    }
    if (!data.open().isEmpty()) {
      offered(data, caveats);
    }
    if (steady || counted || data.open().isEmpty()) {
      caveats.add("A closed loop's latency is not a user's: no rate was held.");
    }
    long unsound = data.cells().stream().filter(c -> !c.isSound()).count();
    if (unsound > 0) {
      caveats.add(
          about
              + unsound
              + " of "
              + data.cells().size()
              + " points have fewer good orders than were asked for, or calls that failed: left out above.");
    }
    flags(data, about, caveats);
    failures(data, caveats);
    own(data, caveats);
    return caveats;
  }

  /** Who measures says what is his. */
  private static void own(SweepData data, List<String> caveats) {
    List<String> technologies =
        data.measured().stream().map(Series::technology).distinct().toList();
    if (technologies.contains(Series.RPCX) && technologies.size() > 1) {
      caveats.add(
          "rpcx is this project's own library, and was optimised against this benchmark: read"
              + " ratios to it with that in mind.");
    }
  }

  /** Who is left out of the lines on steady processes, and what is only assumed. */
  private static List<String> steady(SweepData data, int family) {
    List<String> caveats = new ArrayList<>();
    List<Failure> failures = data.failures(LoadShape.TIMED);
    caveats.add(steadyProcesses(data));
    long assumed = data.steady().stream().filter(c -> !c.steadyIsShown()).count();
    if (assumed > 0) {
      caveats.add(
          text(
              "At %d of %d points of timed loops nobody asked for the steady state (--until-steady): it is"
                  + " assumed from the length of the warm-up, not shown, and carries no verdict.",
              assumed, data.steady().size()));
    }
    if (data.steady().stream().map(Cell::series).distinct().count() > 1) {
      power(data.steady(), ProcessRuns::callsPerSecond, family)
          .map(power -> Overview.Scope.ofTimed(data).label() + ": " + power)
          .ifPresent(caveats::add);
    }
    if (!failures.isEmpty()) {
      caveats.add(
          failures.size() + " processes of timed loops gave no result: listed, and in no number.");
    }
    return caveats;
  }

  /** How many processes were not shown steady: why numbers of all of them carry no verdict. */
  static String notSettled(List<Cell> cells) {
    int all = cells.stream().mapToInt(c -> c.processes().size()).sum();
    int settled = cells.stream().mapToInt(c -> c.settled().size()).sum();
    return text("%d of %d processes were not shown steady", all - settled, all);
  }

  /** Once by cause. */
  private static String steadyProcesses(SweepData data) {
    List<Cell> cells = data.steady();
    SortedMap<String, Integer> causes = causes(cells);
    int all = cells.stream().mapToInt(c -> c.processes().size()).sum();
    int valid = cells.stream().mapToInt(c -> c.valid().size()).sum();
    return Overview.Scope.ofTimed(data).label()
        + text(
            ": numbers are of %d of %d processes, all windows of each together: intervals are over"
                + " processes (server starts where the rows name several), never over windows.",
            valid, all)
        + (causes.isEmpty()
            ? ""
            : causes.entrySet().stream()
                .map(e -> e.getValue() + " by " + e.getKey())
                .collect(joining(", ", " Left out by cause: ", ".")));
  }

  /** What an open loop's response times are, and how they were repeated. */
  private static void offered(SweepData data, List<String> caveats) {
    caveats.add(
        "Open loop: response time runs from when a call was due, and each row is compared at its own"
            + " arrivals, rate and warm-up. Calls before the end of the warm-up are in no number.");
    caveats.add(
        data.open().stream().allMatch(cell -> cell.processes().size() == 1)
            ? "Open loop: each load was measured by one process, so there is no interval and no"
                + " verdict (--repeat measures more)."
            : "Open loop: each load was measured by "
                + count(data.open())
                + " processes: intervals are over their percentiles, never over calls.");
    SortedMap<String, Integer> causes = causes(data.open());
    if (!causes.isEmpty()) {
      int all = data.open().stream().mapToInt(cell -> cell.processes().size()).sum();
      int valid = data.open().stream().mapToInt(cell -> cell.valid().size()).sum();
      caveats.add(
          "Open loop: %d of %d processes are left out of all estimates by a flag. By cause: %s."
              .formatted(
                  all - valid,
                  all,
                  causes.entrySet().stream()
                      .map(each -> each.getKey() + " " + each.getValue())
                      .collect(joining(", "))));
    }
  }

  /** How many processes cells have: {@code 3}, or {@code 2 to 3}. */
  private static String count(List<Cell> cells) {
    IntSummaryStatistics processes =
        cells.stream().mapToInt(c -> c.processes().size()).summaryStatistics();
    return (processes.getMin() == processes.getMax() ? "" : processes.getMin() + " to ")
        + processes.getMax();
  }

  /** How many processes each flag leaves out. */
  private static SortedMap<String, Integer> causes(List<Cell> cells) {
    SortedMap<String, Integer> causes = new TreeMap<>();
    cells.forEach(
        c -> c.leftOut().forEach((flag, count) -> causes.merge(flag, count, Integer::sum)));
    return causes;
  }

  private static String repetition(SweepData data) {
    if (data.cells().stream().allMatch(c -> c.processes().size() > 1)) {
      return "Each point was measured by "
          + count(data.cells())
          + " processes: intervals are over their means, never over runs, and never of the best.";
    }
    return "Points measured by one process have runs repeated in it, which are correlated: the"
        + " interval of such a point holds no process-to-process noise and carries no verdict, nor"
        + " does one over such points, which are what was asked for and no sample. Repeat whole"
        + " processes for more.";
  }

  private static void correction(int family, List<String> caveats) {
    if (family > 1) {
      caveats.add(
          text(
              "%d verdicts are judged together after Holm: the chance that any of them shows a"
                  + " difference that is not there is at most %.0f %%. Intervals are printed as they are"
                  + " for one.",
              family, PERCENT * Holm.LEVEL));
    }
  }

  /**
   * What a sweep could have seen at all, from its own spread between processes.
   *
   * @param value of a process
   * @param verdicts that are judged together
   * @return empty where no point has two processes
   */
  private static Optional<String> power(
      List<Cell> cells, Function<ProcessRuns, @Nullable Double> value, int verdicts) {
    List<double[]> points = cells.stream().map(cell -> Sample.of(cell, value).values()).toList();
    OptionalDouble spread = Power.spread(points);
    if (spread.isEmpty()) {
      return Optional.empty();
    }
    int family = Math.max(1, verdicts);
    double level = Holm.LEVEL / family;
    int have = points.stream().mapToInt(p -> p.length).min().orElse(0);
    List<String> needs = new ArrayList<>();
    List<String> unseen = new ArrayList<>();
    for (double ratio : DIFFERENCES) {
      OptionalInt needed = Power.processes(spread.getAsDouble(), ratio, level);
      String size = text("%.0f %%", PERCENT * (ratio - 1));
      needs.add(
          needed.isEmpty()
              ? text("more than %d for %s", Power.MAX_PROCESSES, size)
              : text("%d for %s", needed.getAsInt(), size));
      if (needed.isEmpty() || needed.getAsInt() > have) {
        unseen.add(size);
      }
    }
    return Optional.of(
        (unseen.isEmpty()
                ? ""
                : "Too few processes to see " + String.join(" or ", unseen) + " at a point: ")
            + text(
                "processes of a point spread by %.1f %% here, of which a side needs %s (found in %d of"
                    + " 100 sweeps%s); the fewest there are is %d.",
                PERCENT * Math.expm1(spread.getAsDouble()),
                String.join(", ", needs),
                Power.POWER_PERCENT,
                family == 1 ? "" : ", as one of " + family + " verdicts",
                have));
  }

  /** Once by cause, with what it does. */
  private static void flags(SweepData data, String about, List<String> caveats) {
    TreeSet<String> flags = new TreeSet<>();
    data.cells().forEach(c -> flags.addAll(c.flags()));
    if (flags.isEmpty()) {
      return;
    }
    String causes =
        flags.stream()
            .map(
                flag ->
                    flag
                        + " at "
                        + data.cells().stream().filter(c -> c.flags().contains(flag)).count()
                        + " ("
                        + Flags.consequence(flag)
                        + ")")
            .collect(joining("; "));
    long out = data.cells().stream().filter(c -> !Flags.invalidating(c).isEmpty()).count();
    caveats.add(
        about
            + out
            + " of "
            + data.cells().size()
            + " points are taken out of verdicts by a flag. By cause: "
            + causes
            + ".");
  }

  private static void failures(SweepData data, List<String> caveats) {
    long processes = data.failures().size() - (long) data.failedPoints().size();
    if (processes > 0) {
      caveats.add(
          processes + " repetitions failed whose points have a result: listed, and marked.");
    }
    for (Series series : data.series()) {
      List<Failure> failed =
          data.failedPoints().stream().filter(f -> series.holds(f.point())).toList();
      if (!failed.isEmpty()) {
        caveats.add(
            series.label()
                + " failed at "
                + failed.size()
                + " points ("
                + failed.stream()
                    .map(f -> f.cause().label())
                    .distinct()
                    .sorted()
                    .collect(joining(", "))
                + "): "
                + AnswerLine.ranges(failed.stream().map(Failure::point).toList())
                + ".");
      }
    }
    if (!data.failures(LoadShape.OPEN).isEmpty()) {
      caveats.add(
          data.failures(LoadShape.OPEN).size()
              + " runs of open loops gave no result: listed, in no number.");
    }
    if (data.sweep().start() != null && data.sweep().end() == null) {
      caveats.add(
          "The sweep has no end in its sweep.json: it goes on, or was stopped, and what it lacks of"
              + " its plan is in no number.");
    }
    if (!data.badRows().isEmpty()) {
      caveats.add(data.badRows().size() + " places in the raw files could not be read: listed.");
    }
  }
}
