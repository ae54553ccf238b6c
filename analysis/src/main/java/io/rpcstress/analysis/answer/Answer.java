package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The few lines that a person decides from. Immutable.
 *
 * @param conditions where and for what it holds: "On these hosts, for this payload: ..."
 * @param lines one a technology: how it stands to the baseline, how sure that is, where it flips
 * @param caveats what the lines do not say: unit of repetition, failed points, flags
 */
public record Answer(String conditions, List<String> lines, List<String> caveats) {

  private static final double PERCENT = 100;

  /** More points than this are told by their ranges. */
  private static final int POINTS_LISTED = 5;

  /** Copies the lists. */
  public Answer {
    lines = List.copyOf(lines);
    caveats = List.copyOf(caveats);
  }

  /** What a sweep says. */
  public static Answer of(SweepData data) {
    Series baseline = data.baseline().orElse(null);
    List<String> lines = new ArrayList<>();
    if (baseline == null || data.cells().isEmpty()) {
      lines.add(
          !data.steady().isEmpty()
              ? "No point of a counted loop has a result: see the table of the timed ones."
              : data.openRuns().isEmpty() && data.searches().isEmpty()
                  ? "No point has a result, so nothing can be said."
                  : "No point of a closed loop has a result: see the open loop's.");
    } else {
      for (Series other : data.series()) {
        if (!other.equals(baseline)) {
          lines.add(line(data, baseline, other));
        }
      }
      if (lines.isEmpty()) {
        lines.add(
            "Only " + baseline.label() + " was measured: there is nothing to compare it with.");
      }
    }
    return new Answer(conditions(data), lines, caveats(data));
  }

  /** Every point that both have, soundly, in the same request mode. */
  static Comparison compare(SweepData data, Series baseline, Series other) {
    Map<Point, Cell> byPoint = data.byPoint();
    List<Cell> cells = new ArrayList<>();
    List<Cell> references = new ArrayList<>();
    for (Cell cell : data.of(other)) {
      Point p = cell.point();
      Cell reference =
          byPoint.get(p.of(baseline.technology(), baseline.variant()).with(baseline.dimensions()));
      if (reference != null && cell.isSound() && reference.isSound()) {
        cells.add(cell);
        references.add(reference);
      }
    }
    return Comparison.of(cells, references);
  }

  private static String line(SweepData data, Series baseline, Series other) {
    Comparison comparison = compare(data, baseline, other);
    String us = baseline.label();
    String them = other.label();
    int all = comparison.pairs().size();
    if (all == 0) {
      return us + " and " + them + " have no sound point in common: nothing can be said.";
    }
    List<Comparison.Pair> flipped = comparison.leaning(Verdict.FASTER);
    int wins = comparison.leaning(Verdict.SLOWER).size();
    int ties = all - wins - flipped.size();
    double least = comparison.pairs().stream().mapToDouble(p -> p.ratio().value()).min().orElse(1);
    double most = comparison.pairs().stream().mapToDouble(p -> p.ratio().value()).max().orElse(1);
    StringBuilder text = new StringBuilder();
    text.append(overall(us, them, comparison, all));
    if (all > 1) {
      text.append(
          text(
              " Over the points %s takes from %.2f to %.2f times %s's time.",
              them, least, most, us));
      text.append(
          comparison.judgesPoints()
              ? text(" %s is faster at %d of %d points", us, wins, all)
              : text(
                  " By the runs at hand, which judge no single point, %s is faster at %d of %d points",
                  us, wins, all));
      text.append(ties == 0 ? "" : text(", no difference is shown at %d", ties));
      text.append('.');
    }
    if (all > 1) {
      text.append(flips(us, them, wins, flipped));
    }
    return text.toString();
  }

  private static String overall(String us, String them, Comparison comparison, int points) {
    Interval ratio = comparison.overall();
    String interval =
        ratio.isKnown()
            ? text(
                "%d %% interval %.2f to %.2f over %s",
                Bootstrap.CONFIDENCE_PERCENT, ratio.low(), ratio.high(), over(comparison.unit()))
            : "one run each: no interval";
    String where = points == 1 ? "" : " on the geometric mean of " + points + " points";
    String times =
        text("%s takes %.2f times %s's time%s (%s)", them, ratio.value(), us, where, interval);
    if (comparison.unit() == Comparison.Unit.RUN) {
      return text("No verdict between %s and %s: ", us, them) + times + ".";
    }
    return switch (ratio.verdict()) {
      case SLOWER ->
          text("%s takes %.1f %% less time than %s: ", us, PERCENT * (1 - 1 / ratio.value()), them)
              + times
              + ".";
      case FASTER ->
          text("%s takes %.1f %% less time than %s: ", them, PERCENT * (1 - ratio.value()), us)
              + times
              + ".";
      case NO_DIFFERENCE -> text("No difference shown between %s and %s: ", us, them) + times + ".";
    };
  }

  private static String over(Comparison.Unit unit) {
    return switch (unit) {
      case PROCESS -> "processes";
      case POINT -> "points, one process each";
      case RUN -> "the correlated runs of single processes, which are not enough for one";
    };
  }

  /** Where the one that wins less often wins. */
  private static String flips(String us, String them, int wins, List<Comparison.Pair> flipped) {
    if (flipped.isEmpty()) {
      return " It flips nowhere in this grid.";
    }
    String where = ranges(flipped.stream().map(Comparison.Pair::point).toList());
    return wins == 0
        ? text(" %s is faster at the other %d; %s nowhere.", them, flipped.size(), us)
        : text(" It flips: %s is faster at %d, %s.", them, flipped.size(), where);
  }

  /** A few points one by one; more of them by the box that holds them. */
  private static String ranges(List<Point> points) {
    if (points.size() <= POINTS_LISTED) {
      return points.stream()
          .map(p -> p.threadNum() + " threads x " + p.requestNum() + " requests")
          .collect(Collectors.joining(", "));
    }
    TreeSet<Integer> threads =
        points.stream().map(Point::threadNum).collect(Collectors.toCollection(TreeSet::new));
    TreeSet<Integer> requests =
        points.stream().map(Point::requestNum).collect(Collectors.toCollection(TreeSet::new));
    return text(
        "all of them within %d to %d threads and %d to %d requests",
        threads.first(), threads.last(), requests.first(), requests.last());
  }

  private static String conditions(SweepData data) {
    String load =
        data.cells().stream()
            .map(c -> load(c.conditions()) + ", request mode " + c.point().requestMode().label())
            .distinct()
            .sorted()
            .collect(Collectors.joining("; or "));
    List<Integer> threads = data.threads();
    List<Integer> requests = data.requests();
    String grid =
        threads.isEmpty()
            ? ""
            : text(
                ", %s threads, %s requests",
                fromTo(threads.get(0), threads.get(threads.size() - 1)),
                fromTo(requests.get(0), requests.get(requests.size() - 1)));
    return "On these hosts, for this payload"
        + (load.isEmpty() ? "" : " (" + load + grid + ")")
        + ":";
  }

  private static String fromTo(int least, int most) {
    return least == most ? Integer.toString(least) : least + " to " + most;
  }

  private static String load(Conditions c) {
    Long bytes = c.payloadBytes();
    return c.operation()
        + (bytes == null ? "" : " of " + bytes + " bytes")
        + ", "
        + c.loop()
        + " loop";
  }

  private static List<String> caveats(SweepData data) {
    List<String> caveats = new ArrayList<>();
    caveats.add(repetition(data));
    caveats.add("A closed loop's latency is not a user's: no rate was held.");
    long unsound = data.cells().stream().filter(c -> !c.isSound()).count();
    if (unsound > 0) {
      caveats.add(
          unsound
              + " of "
              + data.cells().size()
              + " points have fewer good orders than were asked for, or calls that failed: left out above.");
    }
    long flagged = data.cells().stream().filter(c -> !c.flags().isEmpty()).count();
    if (flagged > 0) {
      caveats.add(
          flagged
              + " of "
              + data.cells().size()
              + " points are flagged as doubtful ("
              + data.cells().stream()
                  .flatMap(c -> c.flags().stream())
                  .distinct()
                  .sorted()
                  .collect(Collectors.joining(", "))
              + "): kept above, see the tables.");
    }
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
                    .collect(Collectors.joining(", "))
                + "): "
                + ranges(failed.stream().map(Failure::point).toList())
                + ".");
      }
    }
    if (!data.badRows().isEmpty()) {
      caveats.add(data.badRows().size() + " places in the raw files could not be read: listed.");
    }
    return caveats;
  }

  private static String repetition(SweepData data) {
    IntSummaryStatistics processes =
        data.cells().stream().mapToInt(c -> c.processes().size()).summaryStatistics();
    if (processes.getCount() > 0 && processes.getMin() > 1) {
      String each =
          processes.getMin() == processes.getMax()
              ? Integer.toString(processes.getMin())
              : processes.getMin() + " to " + processes.getMax();
      return "Each point was measured by "
          + each
          + " processes: intervals are over their means, never over runs, and never of the best.";
    }
    return "Points measured by one process have runs repeated in it, which are correlated: the"
        + " interval of such a point holds no process-to-process noise and carries no verdict. The"
        + " interval of a mean over points does. Repeat whole processes for more.";
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
