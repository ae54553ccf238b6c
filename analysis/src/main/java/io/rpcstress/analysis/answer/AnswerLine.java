package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What one comparison says, in a few sentences. Its numbers are those of counted runs from a JVM's
 * start on; so the verdict is about the first seconds of a JVM, and says so.
 *
 * @param comparison corrected for all that its report says
 */
record AnswerLine(Comparison comparison) {

  /** More points than this are said by their ranges. */
  private static final int POINTS_LISTED = 5;

  private static final double PERCENT = 100;

  /** What every line says that is about counted runs. */
  static final String SUBJECT = "the first seconds of a JVM";

  private String us() {
    return comparison.us();
  }

  private String them() {
    return comparison.them();
  }

  VerdictInWords words() {
    int all = comparison.pairs().size();
    return all == 0
        ? new VerdictInWords(
            us() + " and " + them() + " have no sound point in common", "nothing can be said.")
        : new VerdictInWords(said(), times() + (all > 1 ? points() : "") + trend());
  }

  private String said() {
    Interval ratio = comparison.overall().interval();
    return switch (comparison.verdict()) {
      case NONE -> text("No verdict between %s and %s%s", us(), them(), why());
      case SLOWER -> less(us(), them(), 1 - 1 / ratio.value());
      case FASTER -> less(them(), us(), 1 - ratio.value());
      case NO_DIFFERENCE ->
          text("No difference shown between %s and %s in %s", us(), them(), SUBJECT);
    };
  }

  private String times() {
    int points = comparison.pairs().size();
    Interval ratio = comparison.overall().interval();
    String interval = interval(ratio, comparison.overall().unit());
    String where = points == 1 ? "" : " on the geometric mean of " + points + " points";
    String times =
        text("%s takes %.2f times %s's time%s (%s).", them(), ratio.value(), us(), where, interval);
    return comparison.verdict() == Verdict.NO_DIFFERENCE ? times + tie(ratio) : times;
  }

  /** An interval with its unit, or that there is none. */
  static String interval(Interval ratio, Unit unit) {
    return ratio.isKnown()
        ? text(
            "%d %% t interval %.2f to %.2f over %s",
            Bootstrap.CONFIDENCE_PERCENT, ratio.low(), ratio.high(), over(unit))
        : "too few values, or none that differ: no interval";
  }

  /** What does not differ need not be alike: a wide interval shows neither. */
  static String tie(Interval ratio) {
    double width = ratio.width();
    return width <= TargetWidth.CONTROL
        ? ""
        : text(
            " That is no tie: the interval's upper end is %.2f times its lower one, and a control of"
                + " a thing against itself passes only where it ties within %.2f.",
            width, TargetWidth.CONTROL);
  }

  private static String less(String faster, String slower, double share) {
    return text(
        "%s takes %.1f %% less time than %s in %s", faster, PERCENT * share, slower, SUBJECT);
  }

  /** Why nothing is judged; why it is withheld, and how many points that takes out. */
  private String why() {
    if (comparison.overall().unit() == Unit.POINT) {
      return " (ratio of the points measured, one process each)";
    }
    if (!comparison.overall().unit().judges()) {
      return " (one process a side)";
    }
    List<Pair> out = Comparisons.takenOut(comparison.pairs());
    return out.isEmpty()
        ? " (no interval)"
        : " (withheld: " + Comparisons.takenOutBy(comparison.pairs()) + " until measured again)";
  }

  private static String over(Unit unit) {
    return switch (unit) {
      case SERVER -> "server starts, with the client processes of each";
      case CLIENT -> "client processes of one server";
      case PROCESS -> "processes";
      case POINT -> "points, one process each";
      case RUN -> "the correlated runs of single processes, which are not enough for one";
    };
  }

  private String points() {
    List<Pair> pairs = comparison.pairs();
    double least = pairs.stream().mapToDouble(p -> p.ratio().interval().value()).min().orElse(1);
    double most = pairs.stream().mapToDouble(p -> p.ratio().interval().value()).max().orElse(1);
    String range =
        text(
            " Over the points %s takes from %.2f to %.2f times %s's time.",
            them(), least, most, us());
    int out = Comparisons.takenOut(comparison.pairs()).size();
    if (judgesPoints() && out == pairs.size()) {
      return range + " No single point carries a verdict.";
    }
    boolean judged = judgesPoints();
    List<Pair> flipped = judged ? comparison.with(Verdict.FASTER) : leaning(Verdict.FASTER);
    int wins = (judged ? comparison.with(Verdict.SLOWER) : leaning(Verdict.SLOWER)).size();
    int withheld = judged ? comparison.with(Verdict.NONE).size() : 0;
    int ties = pairs.size() - wins - flipped.size() - withheld;
    return range
        + text(
            " %s%s is faster at %d of %d points",
            judged ? "" : "By the runs at hand, which judge no single point, ",
            us(),
            wins,
            pairs.size())
        + (ties == 0 ? "" : text(", no difference is shown at %d", ties))
        + (withheld == 0 ? "" : text(", %d are withheld", withheld))
        + "."
        + flips(wins, flipped, withheld);
  }

  /** Whether single points carry a verdict: all were measured by several processes. */
  private boolean judgesPoints() {
    return comparison.pairs().stream().allMatch(p -> p.ratio().unit().judges());
  }

  private List<Pair> leaning(Verdict side) {
    return comparison.leaning(side);
  }

  /** Where the one that wins less often wins. */
  private String flips(int wins, List<Pair> flipped, int withheld) {
    if (flipped.isEmpty()) {
      return withheld == 0 ? " It flips nowhere in this grid." : "";
    }
    return wins == 0
        ? text(" %s is faster at the other %d; %s nowhere.", them(), flipped.size(), us())
        : text(
            " It flips: %s is faster at %d, %s.",
            them(), flipped.size(), ranges(flipped.stream().map(Pair::point).toList()));
  }

  /** The trend is a property of the first seconds: what the ratio does while both warm up. */
  private String trend() {
    long trending = comparison.pairs().stream().filter(AnswerLine::hasTrend).count();
    int last = commonLastOrder();
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
            " The runs have a trend at %d of %d points: the ratio goes from %.2f in order 1 to %.2f in"
                + " order %d",
            trending, comparison.pairs().size(), begin.getAsDouble(), end.getAsDouble(), last)
        + (outside ? ", which lies outside the interval: nothing is said of a warm JVM." : ".");
  }

  private static boolean hasTrend(Pair pair) {
    return pair.cell().flags().contains(CellFlags.TREND)
        || pair.reference().flags().contains(CellFlags.TREND);
  }

  private int commonLastOrder() {
    return comparison.pairs().stream()
        .flatMap(p -> Stream.of(p.cell(), p.reference()))
        .mapToInt(c -> c.counted().stream().mapToInt(Run::order).max().orElse(0))
        .min()
        .orElse(0);
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

  /** A few points one by one; more of them() by the range that holds them(). */
  static String ranges(List<Point> points) {
    if (points.size() <= POINTS_LISTED) {
      return points.stream()
          .map(p -> p.threadNum() + " threads x " + p.requestNum() + " requests")
          .collect(joining(", "));
    }
    TreeSet<Integer> threads = new TreeSet<>(points.stream().map(Point::threadNum).toList());
    TreeSet<Integer> requests = new TreeSet<>(points.stream().map(Point::requestNum).toList());
    return text(
        "all of them() within %d to %d threads and %d to %d requests",
        threads.first(), threads.last(), requests.first(), requests.last());
  }
}
