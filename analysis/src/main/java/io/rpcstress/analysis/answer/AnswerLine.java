package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What one row of an answer says, in a few sentences, of any loop. */
record AnswerLine(Overview overview, Row row, Loads loads, List<Pair> pairs) {

  private static final double PERCENT = 100;

  VerdictInWords words() {
    return new VerdictInWords(
        overview.at() + ", " + judged(), ratio() + points() + pair().map(this::trend).orElse(""));
  }

  private Optional<Pair> pair() {
    return pairs.stream()
        .filter(p -> loads.place(p.cell().point()).equals(overview.load().place()))
        .findFirst();
  }

  /** The baseline, its calls made in the same way. */
  private String us() {
    String baseline = overview.baseline();
    String way = Overview.way(them());
    boolean same = way.isEmpty() || Overview.name(them()).equals(Overview.name(baseline));
    return same ? baseline : baseline + " " + way;
  }

  private String them() {
    return row.label();
  }

  private String measured() {
    return switch (overview.scope()) {
      case OPEN -> overview.measures().get(0).label();
      case FIRST_SECONDS -> "time";
      default -> "time a call";
    };
  }

  private String judged() {
    double ratio = row.value();
    return switch (row.verdict()) {
      case SLOWER -> less(us(), them(), 1 - 1 / ratio);
      case FASTER -> less(them(), us(), 1 - ratio);
      default -> text("%s against %s: %s", them(), us(), row.standing());
    };
  }

  private String less(String faster, String slower, double share) {
    return text("%s takes %.1f %% less %s than %s", faster, PERCENT * share, measured(), slower);
  }

  private String ratio() {
    Interval ratio = row.interval();
    if (!row.hasNumber()) {
      return "nothing is left to compare.";
    }
    String interval =
        ratio.isKnown()
            ? text(
                "%d %% t interval %.2f to %.2f over %s",
                Bootstrap.CONFIDENCE_PERCENT, ratio.low(), ratio.high(), over())
            : "too few values, or none that differ: no interval";
    return text(
            "%s takes %.2f times %s's %s (%s).", them(), ratio.value(), us(), measured(), interval)
        + (row.verdict() == Verdict.TOO_CLOSE ? tie(ratio) : "");
  }

  /** What does not differ need not be alike: a wide interval shows neither. */
  private static String tie(Interval ratio) {
    return ratio.width() <= TargetWidth.CONTROL
        ? ""
        : text(
            " This shows no tie: the interval's upper end is %.2f times its lower end, and a "
                + "control of a technology against itself passes only within %.2f.",
            ratio.width(), TargetWidth.CONTROL);
  }

  private String over() {
    return switch (row.estimate().unit()) {
      case SERVER -> "server starts, with the client processes of each";
      case CLIENT -> "client processes of one server";
      case PROCESS -> "processes";
      case RUN -> "the correlated runs of single processes, which are not enough for one";
    };
  }

  /** How far the ratio goes over all loads, and who is faster at how many. */
  private String points() {
    if (pairs.size() < 2) {
      return "";
    }
    boolean judged =
        pairs.stream()
            .noneMatch(p -> p.ratio().unit() == Unit.RUN && p.ratio().interval().isKnown());
    List<Pair> wins = with(Verdict.SLOWER, judged);
    List<Pair> flipped = with(Verdict.FASTER, judged);
    int withheld = judged ? with(Verdict.NONE, true).size() : 0;
    int close = pairs.size() - wins.size() - flipped.size() - withheld;
    String range =
        row.range().loads() < 2
            ? ""
            : text(
                " Over all %d loads with a number from %.2f to %.2f times:",
                row.range().loads(), row.range().least(), row.range().most());
    if (withheld == pairs.size()) {
      return range + text(" %s of %d is judged.", range.isEmpty() ? "None" : "none", withheld);
    }
    return range
        + text(
            " %s%s is faster at %d of %d",
            judged ? "" : "by the runs at hand, which judge no single load, ",
            us(),
            wins.size(),
            pairs.size())
        + (flipped.isEmpty()
            ? ""
            : text(
                ", %s at %d (%s)",
                them(),
                flipped.size(),
                Loads.ranges(flipped.stream().map(Pair::point).toList(), loads::apart)))
        + (close == 0 ? "" : text(", %s at %d", Verdict.TOO_CLOSE.label(), close))
        + (withheld == 0 ? "" : text(", %d %s not judged", withheld, withheld == 1 ? "is" : "are"))
        + ".";
  }

  private List<Pair> with(Verdict verdict, boolean judged) {
    return pairs.stream()
        .filter(pair -> (judged ? pair.verdict() : pair.leaning()) == verdict)
        .toList();
  }

  /** The trend is a property of the first seconds: what the ratio does while both warm up. */
  private String trend(Pair pair) {
    int last =
        Stream.of(pair.cell(), pair.reference())
            .mapToInt(c -> c.counted().stream().mapToInt(Run::order).max().orElse(0))
            .min()
            .orElse(0);
    if (!hasTrend(pair) || last < 2) {
      return "";
    }
    double begin = ratioAt(pair, 1);
    double end = ratioAt(pair, last);
    if (Double.isNaN(begin) || Double.isNaN(end)) {
      return "";
    }
    boolean outside = row.interval().isKnown() && !row.interval().spans(end);
    return text(
            " The runs have a trend: the ratio goes from %.2f in order 1 to %.2f in order %d",
            begin, end, last)
        + (outside
            ? ", which lies outside the interval: this shows nothing about a warm JVM."
            : ".");
  }

  private static boolean hasTrend(Pair pair) {
    return pair.cell().flags().contains(CellFlags.TREND)
        || pair.reference().flags().contains(CellFlags.TREND);
  }

  private static double ratioAt(Pair pair, int order) {
    return timeAt(pair.cell(), order) / timeAt(pair.reference(), order);
  }

  private static double timeAt(Cell cell, int order) {
    return cell.counted().stream()
        .filter(o -> o.order() == order)
        .mapToDouble(Run::timeMs)
        .average()
        .orElse(Double.NaN);
  }
}
