package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.Slo.Percentile;
import io.rpcstress.measure.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Limits on what a measurement gave, for a script that has to stop where they do not hold: {@code
 * p99<10ms,errors<0.1%,rate>1000/s}. Immutable.
 */
public record Thresholds(List<Term> terms) {

  public Thresholds {
    terms = List.copyOf(terms);
  }

  /**
   * What the limits are put on.
   *
   * @param latency of the good calls
   * @param errorShare calls that did not end well by those issued, from 0 to 1
   * @param callsPerSecond good calls a second
   */
  public record Numbers(Latency latency, double errorShare, double callsPerSecond) {}

  /**
   * One limit.
   *
   * @param percentile what it is on; null for errors and rate
   * @param metric the word of what it is on
   * @param sign how the number has to stand to the limit: {@code <}, {@code <=} or their contraries
   * @param limit in us, percent, or calls a second
   */
  record Term(
      String text, @Nullable Percentile percentile, String metric, String sign, double limit) {

    /** The number that it is put on, in the unit of the limit; null where it is not known. */
    @Nullable Double of(Numbers numbers) {
      if (percentile != null) {
        return percentile.of(numbers.latency());
      }
      return metric.equals(ERRORS)
          ? (Double) (PERCENT * numbers.errorShare())
          : (Double) numbers.callsPerSecond();
    }

    boolean holds(double value) {
      return switch (sign) {
        case "<" -> value < limit;
        case "<=" -> value <= limit;
        case ">" -> value > limit;
        default -> value >= limit;
      };
    }

    private String words(double value) {
      String number =
          percentile != null
              ? String.format(Locale.ROOT, "%.3f ms", value / MICROS_PER_MILLI)
              : metric.equals(ERRORS)
                  ? String.format(Locale.ROOT, "%.4g %%", value)
                  : String.format(Locale.ROOT, "%.1f/s", value);
      return limit == 0
          ? number
          : String.format(
              Locale.ROOT,
              "%s, %.1f %% %s the limit",
              number,
              PERCENT * Math.abs(value / limit - 1),
              value < limit ? "below" : "above");
    }
  }

  private static final String ERRORS = "errors";
  private static final String RATE = "rate";
  private static final double PERCENT = 100;
  private static final double MICROS_PER_MILLI = 1e3;

  private static final Pattern METRIC = Pattern.compile("p50|p90|p99\\.9|p99|errors|rate");
  private static final Pattern COMPARISON = Pattern.compile("<=|>=|<|>");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?");
  private static final Pattern TIME_UNIT = Pattern.compile("(" + Percentile.UNITS + ")(?![a-z])");
  private static final Pattern PER_SECOND = Pattern.compile("/s(?![a-z])");
  private static final Pattern SHARE = Pattern.compile("%");
  private static final Pattern COMMA = Pattern.compile(",");

  public static Thresholds parse(String text) {
    Scanner scanner = new Scanner(text);
    List<Term> terms = new ArrayList<>();
    do {
      terms.add(scanner.term());
    } while (!scanner.ends());
    return new Thresholds(terms);
  }

  /**
   * What does not hold, each as a sentence that says by how much; empty where all do. A percentile
   * that too few calls were made for does not hold: it is not known to.
   */
  public List<String> violations(Numbers numbers) {
    List<String> violated = new ArrayList<>();
    for (Term term : terms) {
      Double value = term.of(numbers);
      if (value == null) {
        violated.add(term.text + ": unknown, too few calls");
      } else if (!term.holds(value)) {
        violated.add("%s: %s is %s".formatted(term.text, term.metric, term.words(value)));
      }
    }
    return violated;
  }

  /** Reads one word after the other, and knows the column that it is at. */
  private static final class Scanner {
    private final String text;
    private int at;

    Scanner(String text) {
      this.text = text;
    }

    Term term() {
      int start = at;
      String metric = next(METRIC, "p50, p90, p99, p99.9, errors or rate");
      Percentile percentile = Percentile.labelled(metric).orElse(null);
      String sign = next(COMPARISON, "<, <=, > or >=");
      double number = Double.parseDouble(next(NUMBER, "a number"));
      if (percentile != null) {
        number *= Percentile.micros(1, next(TIME_UNIT, "us, ms or s"));
      } else if (metric.equals(RATE)) {
        next(PER_SECOND, "/s");
      } else {
        next(SHARE, "%");
      }
      return new Term(text.substring(start, at), percentile, metric, sign, number);
    }

    /** Whether all was read; else a comma was, and another term follows. */
    boolean ends() {
      if (at == text.length()) {
        return true;
      }
      next(COMMA, "a comma or the end");
      return false;
    }

    private String next(Pattern word, String expected) {
      Matcher matcher = word.matcher(text).region(at, text.length());
      if (!matcher.lookingAt()) {
        throw new IllegalArgumentException(
            "column %d of '%s': %s expected, such as p99<10ms,errors<0.1%%,rate>1000/s"
                .formatted(at + 1, text, expected));
      }
      at = matcher.end();
      return matcher.group();
    }
  }
}
