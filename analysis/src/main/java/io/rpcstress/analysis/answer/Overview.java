package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Every series against each other one as baseline, at one load of one loop: no number is of two.
 * Immutable.
 *
 * @param scope what its numbers are about
 * @param load that they hold for
 * @param chosen whether it is what a report of its loop shows first
 * @param baselines that a reader may pick
 * @param judged place in them of the one that the report's verdicts are against
 * @param measures what is compared; the time first, which alone carries verdicts
 */
public record Overview(
    Scope scope,
    Load load,
    boolean chosen,
    List<String> baselines,
    int judged,
    List<Measure> measures) {

  /** What numbers are about. */
  public enum Scope {
    /** Windows of timed loops, after a warm-up. */
    STEADY("steady", "Steady"),
    /** The same where nobody looked whether any process was steady: no verdict is made of it. */
    ASSUMED_STEADY("steady", "Warm, assumed steady"),
    /** The same where some processes were not shown steady: numbers are of all of them. */
    WARM("steady", "Warm, not all shown steady"),
    /** Counted runs from a JVM's start on. */
    FIRST_SECONDS("first-seconds", "First seconds of a JVM"),
    /** Calls made when they are due. */
    OPEN("open", "Open loop"),
    /** A sweep's counted runs by those of an earlier sweep. */
    COMPARED("compared", "After against before"),
    COMPARED_TIMED("compared-timed", "After against before, timed loop"),
    COMPARED_OPEN("compared-open", "After against before, open loop");

    private final String id;
    private final String label;

    Scope(String id, String label) {
      this.id = id;
      this.label = label;
    }

    public static Scope of(SweepData data, LoadShape shape) {
      return switch (shape) {
        case COUNTED -> FIRST_SECONDS;
        case TIMED -> of(data.steady());
        case OPEN -> OPEN;
      };
    }

    public static Scope of(List<Cell> timed) {
      boolean isAssumed = !timed.isEmpty() && timed.stream().noneMatch(Cell::steadyIsShown);
      return isAssumed ? ASSUMED_STEADY : timed.stream().allMatch(Cell::hasSettled) ? STEADY : WARM;
    }

    public String id() {
      return id;
    }

    /** As it is printed: the one name of its state on a page. */
    public String label() {
      return label;
    }

    public String labelWithin() {
      return label.substring(0, 1).toLowerCase(Locale.ROOT) + label.substring(1);
    }

    /** Whether it has series by themselves in another sweep, so that they rank nobody. */
    public boolean isOfTwoSweeps() {
      return this == COMPARED || this == COMPARED_TIMED || this == COMPARED_OPEN;
    }
  }

  /**
   * One thing that is compared.
   *
   * @param rows by baseline, in the order of {@link Overview#baselines}
   * @param own by label what series have themselves: what a ratio to them is of
   */
  public record Measure(
      String id, String label, boolean lowerIsBetter, List<List<Row>> rows, Map<String, Own> own) {

    public Measure(String id, String label, boolean lowerIsBetter, List<List<Row>> rows) {
      this(id, label, lowerIsBetter, rows, Map.of());
    }
  }

  /** A number that is no ratio. */
  public record Own(double value, String unit) {

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    /**
     * The mean of what a measure compares: of a closed loop's time of a call its calls a second,
     * since that time is one of all its callers together.
     */
    static Own of(Scope scope, String measure, double mean) {
      return switch (measure) {
        case "time" ->
            scope == Scope.FIRST_SECONDS
                ? new Own(mean, "ms a run")
                : new Own(MICROS_PER_SECOND / mean, "calls/s");
        case "rate" -> new Own(mean, "calls/s");
        case "p50", "p99" -> new Own(mean / MICROS_PER_MILLI, "ms");
        case "bytes" -> new Own(mean, "bytes");
        default -> new Own(mean, "us");
      };
    }
  }

  /**
   * One series by one baseline.
   *
   * @param label the series
   * @param technology that it belongs to
   * @param estimate the ratio: above 1 is more than the baseline's; no number where either has
   *     none; an interval only where it is over processes
   * @param processes behind it, of the side that has fewer; 0 where that says nothing
   * @param verdict what is shown
   * @param standing the same in words; where nothing is shown, why
   * @param range over all loads
   */
  public record Row(
      String label,
      String technology,
      Estimate estimate,
      int processes,
      Verdict verdict,
      String standing,
      Range range) {

    public static Row of(String label, Pair pair, Range range) {
      return new Row(
          label,
          pair.point().technology(),
          pair.shown(),
          pair.processes(),
          pair.verdict(),
          pair.standing(),
          range);
    }

    public double value() {
      return estimate.interval().value();
    }

    public Interval interval() {
      return estimate.interval();
    }

    public boolean hasNumber() {
      return !Double.isNaN(value());
    }
  }

  /**
   * The least and the most of a series' ratios, each at its own load: pools nothing.
   *
   * @param loads that have one
   */
  public record Range(int loads, double least, double most) {

    public static final Range NONE = new Range(0, Double.NaN, Double.NaN);

    /** Of the ratios of some pairs, where they are known. */
    public static Range of(Collection<Pair> pairs) {
      DoubleSummaryStatistics known =
          pairs.stream()
              .mapToDouble(pair -> pair.ratio().interval().value())
              .filter(Double::isFinite)
              .summaryStatistics();
      return known.getCount() == 0
          ? NONE
          : new Range(Math.toIntExact(known.getCount()), known.getMin(), known.getMax());
    }
  }

  public String words() {
    return load.words();
  }

  public LoadShape shape() {
    return load.place().loadShape();
  }

  /** How an answer begins: the load and the state. */
  public String at() {
    return load.at() + " (" + scope.labelWithin() + ")";
  }

  /** The rows that the report's verdicts are about. */
  public List<Row> judgedRows() {
    return measures.get(0).rows().get(judged);
  }

  /** Those of them that are no choice, but what others are seen against; none where all are. */
  public List<Row> floors() {
    List<Row> floors =
        judgedRows().stream().filter(row -> Series.isFloor(row.technology())).toList();
    boolean part = floors.size() < judgedRows().size() && !scope.isOfTwoSweeps();
    return part ? floors : List.of();
  }

  public List<Row> choices() {
    List<Row> floors = floors();
    return judgedRows().stream().filter(row -> !floors.contains(row)).toList();
  }

  /** Whether any row has a number, whatever it is compared with. */
  public boolean hasNumbers() {
    return measures.stream()
        .flatMap(m -> m.rows().stream().flatMap(List::stream))
        .anyMatch(Row::hasNumber);
  }

  public String baseline() {
    return baselines.get(judged);
  }

  /** The technology of a label: {@code grpc} of {@code grpc@tuned/json in-flight 4}. */
  static String technology(String label) {
    return label.split("[@/ ]", 2)[0];
  }

  /** A label without the way of its calls: {@code grpc@tuned} of {@code grpc@tuned in-flight 4}. */
  public static String name(String label) {
    return label.split(" ", 2)[0];
  }

  /** What a label says of the way of its calls: {@code in-flight 4}; empty at the defaults. */
  public static String way(String label) {
    int space = label.indexOf(' ');
    return space < 0 ? "" : label.substring(space + 1);
  }

  /**
   * Whether the judged rows are of several ways of calling, each beside the baseline in its own:
   * then their ratios have no order among each other. Ways of the baseline's own technology are
   * compared with one of them, and what two sweeps have in common has no ranks.
   */
  public boolean hasSeveralWays() {
    List<Row> rows = judgedRows();
    return !scope.isOfTwoSweeps()
        && rows.stream().map(row -> way(row.label())).distinct().count() > 1
        && !rows.stream().allMatch(row -> name(row.label()).equals(name(baseline())));
  }

  /**
   * Where a series stands by its time: its ratio to the report's baseline, 1 for the baseline
   * itself.
   *
   * @param label as rows have it
   * @return infinity for a series without a number
   */
  public double standing(String label) {
    return judgedRows().stream()
        .filter(row -> row.label().equals(label))
        .mapToDouble(Overview::standing)
        .findFirst()
        .orElse(1);
  }

  /** That of a technology: the best of its series. */
  public double standingOfTechnology(String technology) {
    double best =
        judgedRows().stream()
            .filter(row -> row.technology().equals(technology))
            .mapToDouble(Overview::standing)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return technology.equals(technology(baseline())) ? Math.min(1, best) : best;
  }

  private static double standing(Row row) {
    return row.hasNumber() ? row.value() : Double.POSITIVE_INFINITY;
  }
}
