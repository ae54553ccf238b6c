package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Every series against each other one as baseline, over the points that all rows of one load have
 * in common with it, so that they rank; rows that lack some of those are apart. Steady numbers,
 * first seconds and offered rates have an overview each and never share one. Immutable.
 *
 * @param scope what its numbers are about
 * @param baselines that a reader may pick
 * @param judged place in them of the one that the report's verdicts are against
 * @param measures what is compared; the time first, which alone carries verdicts
 */
public record Overview(Scope scope, List<String> baselines, int judged, List<Measure> measures) {

  /** Copies the lists. */
  public Overview {
    baselines = List.copyOf(baselines);
    measures = List.copyOf(measures);
  }

  /** What numbers are about. */
  public enum Scope {
    /** Windows of timed loops, after a warm-up. */
    STEADY("steady", "Steady", "thread counts"),
    /** The same where nobody looked whether any process was steady: no verdict is made of it. */
    ASSUMED_STEADY("steady", "Warm, assumed steady", "thread counts"),
    /** The same where some processes were not shown steady: numbers are of all of them. */
    WARM("steady", "Warm, not all shown steady", "thread counts"),
    /** Counted runs from a JVM's start on. */
    FIRST_SECONDS("first-seconds", "First seconds of a JVM", "points"),
    /** Calls made when they are due, each load by itself. */
    OPEN("open", "Open loop", "loads"),
    /** A sweep's counted runs by those of an earlier sweep. */
    COMPARED("compared", "After against before", "points"),
    /** Timed and open loops by those of an earlier sweep. */
    COMPARED_LOOPS("compared-loops", "After against before, timed and open loops", "loads");

    private final String id;
    private final String label;
    private final String points;

    Scope(String id, String label, String points) {
      this.id = id;
      this.label = label;
      this.points = points;
    }

    /** What a sweep's timed loops are about. */
    public static Scope ofTimed(SweepData data) {
      return of(data.steady());
    }

    /** What points of timed loops are about together. */
    public static Scope of(List<Cell> timed) {
      boolean isAssumed = !timed.isEmpty() && timed.stream().noneMatch(Cell::steadyIsShown);
      return isAssumed ? ASSUMED_STEADY : timed.stream().allMatch(Cell::hasSettled) ? STEADY : WARM;
    }

    /** The word in files' names. */
    public String id() {
      return id;
    }

    /** As it is printed: the one name of its state on a page. */
    public String label() {
      return label;
    }

    /** The same within a sentence. */
    public String labelWithin() {
      return label.substring(0, 1).toLowerCase(Locale.ROOT) + label.substring(1);
    }

    /** What verdicts are about, beside its other measures. */
    String judged() {
      return this == OPEN ? "the response time that is drawn first" : "time";
    }

    /** Whether it has series by themselves in another sweep, so that they rank nobody. */
    public boolean isOfTwoSweeps() {
      return this == COMPARED || this == COMPARED_LOOPS;
    }

    /** What its points are called where they are counted. */
    public String points() {
      return points;
    }
  }

  /**
   * One thing that is compared.
   *
   * @param id a word
   * @param label as it is printed
   * @param lowerIsBetter whether less of it is better
   * @param rows by baseline, in the order of {@link Overview#baselines}
   * @param own by label what series have themselves, of those that were measured at one point: what
   *     a ratio to them is of
   */
  public record Measure(
      String id, String label, boolean lowerIsBetter, List<List<Row>> rows, Map<String, Own> own) {

    /** Copies the lists, and keeps the order of all. */
    public Measure {
      rows = rows.stream().map(List::copyOf).toList();
      own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    }

    /** Of which ratios alone are known. */
    public Measure(String id, String label, boolean lowerIsBetter, List<List<Row>> rows) {
      this(id, label, lowerIsBetter, rows, Map.of());
    }
  }

  /**
   * A number that is no ratio.
   *
   * @param value in that unit
   * @param unit as it is printed
   */
  public record Own(double value, String unit) {

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    /**
     * The mean of what a measure compares: of a closed loop's time of a call its calls a second,
     * since that time is one of all its callers together.
     *
     * @param measure its id
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
   * @param estimate geometric mean of the ratios: above 1 is more than the baseline's; no number
   *     where the two have no point in common; an interval only where it is over processes
   * @param points behind the estimate
   * @param of points of the same load that anything was measured at; not below {@code points}
   * @param apart whether it lacks points that the other rows' estimates are over: then it has no
   *     place in their order
   * @param verdict what is shown
   * @param withheld why there is no verdict; empty where there is one
   */
  public record Row(
      String label,
      String technology,
      Estimate estimate,
      int points,
      int of,
      boolean apart,
      Verdict verdict,
      String withheld) {

    /** The ratio; no number where there is none. */
    public double value() {
      return estimate.interval().value();
    }

    /** How many points are behind it, as {@code 1 of 2} where there are more. */
    public String counted() {
      return points < of ? points + " of " + of : Integer.toString(points);
    }
  }

  /** The rows that the report's verdicts are about. */
  public List<Row> judgedRows() {
    return measures.get(0).rows().get(judged);
  }

  /** Whether any row has a number, whatever it is compared with. */
  public boolean hasNumbers() {
    return measures.stream()
        .flatMap(m -> m.rows().stream().flatMap(List::stream))
        .anyMatch(row -> !Double.isNaN(row.value()));
  }

  /** The name of the baseline that the report's verdicts are against. */
  public String baseline() {
    return baselines.get(judged);
  }

  /** The technology of a label: {@code grpc} of {@code grpc@tuned in-flight 4}. */
  static String technology(String label) {
    return label.split("[@ ]", 2)[0];
  }

  /** A label without its load: {@code grpc@tuned} of {@code grpc@tuned in-flight 4}. */
  static String name(String label) {
    return label.split(" ", 2)[0];
  }

  /** What a label says of its load: {@code in-flight 4}; empty at the defaults. */
  public static String load(String label) {
    int space = label.indexOf(' ');
    return space < 0 ? "" : label.substring(space + 1);
  }

  /**
   * Whether the judged rows are of several loads, each beside the baseline at its own: then their
   * ratios have no order among each other. Loads of the baseline's own technology are compared with
   * one of them, and what two sweeps have in common ranks nobody.
   */
  public boolean hasSeveralLoads() {
    List<Row> rows = judgedRows();
    return !scope.isOfTwoSweeps()
        && rows.stream().map(row -> load(row.label())).distinct().count() > 1
        && !isOfOneName();
  }

  /** Whether all judged rows are other loads of what they are compared with. */
  boolean isOfOneName() {
    return !scope.isOfTwoSweeps()
        && judgedRows().stream().allMatch(row -> name(row.label()).equals(name(baseline())));
  }

  /**
   * Where a series stands by its time: its ratio to the report's baseline, 1 for the baseline
   * itself.
   *
   * @param label as rows have it
   * @return infinity for a series without a number, or of other points than the rest
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
    return row.apart() || Double.isNaN(row.value()) ? Double.POSITIVE_INFINITY : row.value();
  }
}
