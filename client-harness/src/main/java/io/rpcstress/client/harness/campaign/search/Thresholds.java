package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.Slo.Percentile;
import io.rpcstress.measure.Latency;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** What the limits are put on; the share of the calls that did not end well is from 0 to 1. */
  public record Numbers(Latency latency, double errorShare, double callsPerSecond) {}

  /**
   * One limit.
   *
   * @param percentile what it is on; null for errors and rate
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

  private static final Pattern TERM =
      Pattern.compile(
          "(p50|p90|p99|p99\\.9|errors|rate)(<=|>=|<|>)([0-9]{1,9}(?:\\.[0-9]{1,6})?)(us|ms|s|%|/s)");

  public static Thresholds parse(String text) {
    return new Thresholds(
        Arrays.stream(text.split(",", -1)).map(each -> term(each, text)).toList());
  }

  private static Term term(String word, String whole) {
    Matcher term = TERM.matcher(word);
    if (term.matches()) {
      String metric = term.group(1);
      String unit = term.group(4);
      double number = Double.parseDouble(term.group(3));
      Percentile percentile = Percentile.labelled(metric).orElse(null);
      if (percentile != null && unit.matches(Percentile.UNITS)) {
        double micros = number * Percentile.micros(1, unit);
        return new Term(word, percentile, metric, term.group(2), micros);
      }
      if (unit.equals(metric.equals(ERRORS) ? "%" : metric.equals(RATE) ? "/s" : "")) {
        return new Term(word, null, metric, term.group(2), number);
      }
    }
    throw new IllegalArgumentException(
        "'%s' in '%s': a limit on p50, p90, p99, p99.9, errors or rate expected, such as"
                .formatted(word, whole)
            + " p99<10ms,errors<0.1%,rate>1000/s");
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
}
