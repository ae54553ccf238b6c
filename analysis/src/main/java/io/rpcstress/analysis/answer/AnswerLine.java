package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import io.rpcstress.measure.statistics.Verdict;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What one comparison says, in a few sentences, of any loop.
 *
 * @param comparison corrected for all that its report says
 * @param scope what its numbers are about
 */
record AnswerLine(Comparison comparison, Scope scope) {

  /** More points than this are said by their ranges. */
  private static final int POINTS_LISTED = 5;

  private static final double PERCENT = 100;

  /** One of timed loops, by whether their steady state was shown. */
  static AnswerLine timed(Comparison comparison) {
    return new AnswerLine(comparison, Comparisons.scope(comparison.pairs()));
  }

  VerdictInWords words() {
    if (comparison.pairs().isEmpty()) {
      return new VerdictInWords(
          text(
              "%s: %s and %s have no point of the same load in common",
              scope.label(), us(), them()),
          "nothing can be said.");
    }
    return new VerdictInWords(subject() + ", " + judged(), ratio() + points() + trend());
  }

  /** Of open loops each load is compared by itself, and said beside the scope. */
  private String subject() {
    String load = isOpen() ? Overview.load(comparison.them()) : "";
    return scope.label() + (load.isEmpty() ? "" : " (" + load + ")");
  }

  private boolean isOpen() {
    return scope == Scope.OPEN;
  }

  private String us() {
    return isOpen() ? Overview.name(comparison.us()) : comparison.us();
  }

  private String them() {
    return isOpen() ? Overview.name(comparison.them()) : comparison.them();
  }

  private String measured() {
    return switch (scope) {
      case OPEN ->
          comparison.measured().equals(Level.P50.label())
              ? "median response time"
              : "p99 response time";
      case FIRST_SECONDS -> "time";
      default -> "time a call";
    };
  }

  private String judged() {
    double ratio = comparison.overall().interval().value();
    return switch (comparison.verdict()) {
      case SLOWER -> less(us(), them(), 1 - 1 / ratio);
      case FASTER -> less(them(), us(), 1 - ratio);
      case NO_DIFFERENCE -> text("no difference is shown between %s and %s", us(), them());
      case NONE -> text("no verdict between %s and %s (%s)", us(), them(), why());
    };
  }

  private String less(String faster, String slower, double share) {
    return text("%s takes %.1f %% less %s than %s", faster, PERCENT * share, measured(), slower);
  }

  private String why() {
    int out = comparison.withheldPairs().size();
    int all = comparison.pairs().size();
    String reasons = String.join("; ", comparison.withheld());
    return out == 0 || all == 1 || scope == Scope.FIRST_SECONDS
        ? reasons
        : text("at %d of %d %s, %s", out, all, scope.points(), reasons);
  }

  private String ratio() {
    Interval ratio = comparison.overall().interval();
    int points = comparison.pairs().size();
    if (Double.isNaN(ratio.value())) {
      return points == 1 ? "nothing is left to compare." : "there is no mean of all.";
    }
    String interval =
        ratio.isKnown()
            ? text(
                "%d %% t interval %.2f to %.2f over %s",
                Bootstrap.CONFIDENCE_PERCENT, ratio.low(), ratio.high(), over())
            : "too few values, or none that differ: no interval";
    return text(
            "%s takes %.2f times %s's %s%s (%s).",
            them(),
            ratio.value(),
            us(),
            measured(),
            points == 1 ? "" : text(" on the geometric mean of %d %s", points, scope.points()),
            interval)
        + (comparison.verdict() == Verdict.NO_DIFFERENCE ? tie(ratio) : "");
  }

  /** What does not differ need not be alike: a wide interval shows neither. */
  private static String tie(Interval ratio) {
    return ratio.width() <= TargetWidth.CONTROL
        ? ""
        : text(
            " That is no tie: the interval's upper end is %.2f times its lower one, and a control of"
                + " a thing against itself passes only where it ties within %.2f.",
            ratio.width(), TargetWidth.CONTROL);
  }

  private String over() {
    return switch (comparison.overall().unit()) {
      case SERVER -> "server starts, with the client processes of each";
      case CLIENT -> "client processes of one server";
      case PROCESS -> "processes";
      case POINT -> "points, one process each";
      case RUN -> "the correlated runs of single processes, which are not enough for one";
    };
  }

  /** How far the ratio goes over several points, and who is faster at how many. */
  private String points() {
    List<Pair> pairs = comparison.pairs();
    if (pairs.size() < 2) {
      return "";
    }
    boolean judged = pairs.stream().noneMatch(p -> p.ratio().unit() == Unit.RUN && isCounted());
    List<Pair> wins = judged ? comparison.with(Verdict.SLOWER) : leaning(Verdict.SLOWER);
    List<Pair> flipped = judged ? comparison.with(Verdict.FASTER) : leaning(Verdict.FASTER);
    int withheld = judged ? comparison.with(Verdict.NONE).size() : 0;
    int ties = pairs.size() - wins.size() - flipped.size() - withheld;
    return range(pairs)
        + text(
            " %s%s is faster at %d of %d %s",
            judged ? "" : "By the runs at hand, which judge no single point, ",
            us(),
            wins.size(),
            pairs.size(),
            scope.points())
        + (flipped.isEmpty()
            ? ""
            : text(
                ", %s at %d (%s)",
                them(), flipped.size(), ranges(flipped.stream().map(Pair::point).toList())))
        + (ties == 0 ? "" : text(", no difference is shown at %d", ties))
        + (withheld == 0 ? "" : text(", %d are withheld", withheld))
        + ".";
  }

  private boolean isCounted() {
    return scope == Scope.FIRST_SECONDS;
  }

  private List<Pair> leaning(Verdict side) {
    return comparison.leaning(side);
  }

  private String range(List<Pair> pairs) {
    double[] known =
        pairs.stream()
            .mapToDouble(p -> p.ratio().interval().value())
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return known.length == 0
        ? ""
        : text(
            " Over the %d with a number %s takes from %.2f to %.2f times %s's %s.",
            known.length, them(), known[0], known[known.length - 1], us(), measured());
  }

  /** The trend is a property of the first seconds: what the ratio does while both warm up. */
  private String trend() {
    List<Pair> pairs = comparison.pairs();
    long trending = pairs.stream().filter(AnswerLine::hasTrend).count();
    int last =
        pairs.stream()
            .flatMap(p -> Stream.of(p.cell(), p.reference()))
            .mapToInt(c -> c.counted().stream().mapToInt(Run::order).max().orElse(0))
            .min()
            .orElse(0);
    if (trending == 0 || last < 2) {
      return "";
    }
    OptionalDouble begin = ratioAt(1);
    OptionalDouble end = ratioAt(last);
    if (begin.isEmpty() || end.isEmpty()) {
      return "";
    }
    Interval overall = comparison.overall().interval();
    boolean outside = overall.isKnown() && !overall.spans(end.getAsDouble());
    return text(
            " The runs have a trend at %d of %d points: the ratio goes from %.2f in order 1 to %.2f"
                + " in order %d",
            trending, pairs.size(), begin.getAsDouble(), end.getAsDouble(), last)
        + (outside ? ", which lies outside the interval: nothing is said of a warm JVM." : ".");
  }

  private static boolean hasTrend(Pair pair) {
    return pair.cell().flags().contains(CellFlags.TREND)
        || pair.reference().flags().contains(CellFlags.TREND);
  }

  /** Geometric mean over the points of the ratio of one order's mean times. */
  private OptionalDouble ratioAt(int order) {
    double logs = 0;
    for (Pair pair : comparison.pairs()) {
      OptionalDouble above = timeAt(pair.cell(), order);
      OptionalDouble below = timeAt(pair.reference(), order);
      if (above.isEmpty() || below.isEmpty()) {
        return OptionalDouble.empty();
      }
      logs += StrictMath.log(above.getAsDouble() / below.getAsDouble());
    }
    return OptionalDouble.of(StrictMath.exp(logs / comparison.pairs().size()));
  }

  private static OptionalDouble timeAt(Cell cell, int order) {
    return cell.counted().stream()
        .filter(o -> o.order() == order)
        .mapToDouble(Run::timeMs)
        .average();
  }

  /** A few points one by one; more of them by the range that holds them. */
  static String ranges(List<Point> points) {
    if (points.size() <= POINTS_LISTED) {
      return points.stream()
          .map(
              p ->
                  text("%d threads", p.threadNum())
                      + (p.requestNum() == 0 ? "" : text(" x %d requests", p.requestNum())))
          .collect(joining(", "));
    }
    IntSummaryStatistics threads = points.stream().mapToInt(Point::threadNum).summaryStatistics();
    IntSummaryStatistics requests = points.stream().mapToInt(Point::requestNum).summaryStatistics();
    return text("within %d to %d threads", threads.getMin(), threads.getMax())
        + (requests.getMax() == 0
            ? ""
            : text(" and %d to %d requests", requests.getMin(), requests.getMax()));
  }
}
