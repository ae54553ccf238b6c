package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.NextRate.Stage;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.record.ProbeRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A service-level objective: limits on percentiles of the response time, from when a call was due.
 * What misses the rate, or has a call that failed, exceeded its deadline or was abandoned, does not
 * hold it either. Immutable.
 */
public record Slo(List<Limit> limits) {

  /** The highest value of a percentile that holds, us, 1 or more. */
  public record Limit(Percentile percentile, long micros) {

    private String text(String sign) {
      return percentile.label() + sign + time();
    }

    /** {@code 10ms}: the largest unit that says it in a whole number. */
    private String time() {
      if (micros % TimeUnit.SECONDS.toMicros(1) == 0) {
        return TimeUnit.MICROSECONDS.toSeconds(micros) + "s";
      }
      return micros % TimeUnit.MILLISECONDS.toMicros(1) == 0
          ? TimeUnit.MICROSECONDS.toMillis(micros) + "ms"
          : micros + "us";
    }
  }

  private static final Pattern TERM =
      Pattern.compile("(p50|p90|p99|p99\\.9)=([1-9][0-9]{0,8})(" + Percentile.UNITS + ")");
  private static final String EXPECTED =
      "p50, p90, p99 or p99.9, '=' and a time as 500us, 10ms or 1s expected, such as p99=10ms";
  private static final double NANOS_PER_MICRO = 1e3;

  public Slo {
    limits = List.copyOf(limits);
  }

  public static Slo parse(String text) {
    List<Limit> limits = new ArrayList<>();
    Set<Percentile> seen = EnumSet.noneOf(Percentile.class);
    for (String term : text.split(",", -1)) {
      Matcher matcher = TERM.matcher(term);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + term + "': " + EXPECTED);
      }
      Percentile percentile = Percentile.labelled(matcher.group(1)).orElseThrow();
      if (!seen.add(percentile)) {
        throw new IllegalArgumentException(
            "'" + text + "' has two limits on " + percentile.label() + ": one expected");
      }
      limits.add(
          new Limit(
              percentile, Percentile.micros(Long.parseLong(matcher.group(2)), matcher.group(3))));
    }
    return new Slo(limits);
  }

  /** How many calls a probe needs so that each percentile has enough samples beyond it. */
  public long leastCalls() {
    return (long) tail().percentile().oneIn() * Latency.SAMPLES_BEYOND;
  }

  /** The percentile that {@link #leastCalls} is about. */
  public String rarest() {
    return tail().percentile().label();
  }

  private Limit tail() {
    return Collections.max(limits, Comparator.comparing(Limit::percentile));
  }

  /** What a run violates, each in a few words; empty where it holds the objective. */
  public List<String> violations(OpenRun open) {
    List<String> violated = new ArrayList<>();
    for (Limit limit : limits) {
      Double is = limit.percentile().of(open.run().latency());
      String label = limit.percentile().label();
      if (is == null) {
        violated.add(label + " unknown: too few calls");
      } else if (is > limit.micros()) {
        violated.add(String.format(Locale.ROOT, "%s %.3f ms", label, is / NANOS_PER_MICRO));
      }
    }
    if (open.run().flags().contains(Flag.SATURATED.label())) {
      violated.add(String.format(Locale.ROOT, "achieved %.1f/s", open.achievedPerSecond()));
    }
    CallCounts calls = open.run().calls();
    add(violated, calls.failed(), "failed");
    add(violated, calls.timedOut(), "timed out");
    add(violated, calls.abandoned(), "abandoned");
    return List.copyOf(violated);
  }

  /**
   * Whether the median of a probe is beyond every limit, all of which are on rarer calls: at its
   * rate calls queue. False where nothing is known of it.
   */
  boolean isMostlyMissedBy(ProbeRecord probe) {
    Latency response = probe.response();
    Double median = response == null ? null : response.p50Us();
    return median != null
        && limits.stream()
            .allMatch(limit -> limit.percentile() != Percentile.P50 && median > limit.micros());
  }

  private static void add(List<String> violated, long calls, String word) {
    if (calls > 0) {
      violated.add(calls + " " + word);
    }
  }

  /**
   * Good replies within the objective, per second of the schedule: those that took no longer than
   * the limit on the highest percentile that has one.
   */
  public double goodput(Histogram response, int seconds) {
    long limitNanos = TimeUnit.MICROSECONDS.toNanos(tail().micros());
    return (double) response.getCountBetweenValues(0, limitNanos) / seconds;
  }

  ProbeRecord judged(
      int number, Stage stage, OpenRun open, Histogram response, @Nullable String file) {
    return ProbeRecord.of(
        number,
        stage.label(),
        violations(open),
        goodput(response, open.offered().seconds()),
        open,
        file);
  }

  /** {@code p99 <= 10ms}, for a sentence. */
  public String words() {
    return limits.stream().map(each -> each.text(" <= ")).collect(Collectors.joining(", "));
  }

  /** {@code p50-2ms_p99-10ms}, for the name of a file. */
  public String fileName() {
    return toString().replace('=', '-').replace(',', '_');
  }

  /** {@code p50=2ms,p99=10ms}: the text that reads back as the same. */
  @Override
  public String toString() {
    return limits.stream().map(each -> each.text("=")).collect(Collectors.joining(","));
  }

  /** The percentiles that a limit can be put on: those that every row has. */
  public enum Percentile {
    P50("p50", 2),
    P90("p90", 10),
    P99("p99", 100),
    P999("p99.9", 1_000);

    /** The units that a limit on one is written in, for a pattern. */
    static final String UNITS = "us|ms|s";

    private final String label;
    private final int oneIn;

    Percentile(String label, int oneIn) {
      this.label = label;
      this.oneIn = oneIn;
    }

    public String label() {
      return label;
    }

    /** One call of how many is slower. */
    int oneIn() {
      return oneIn;
    }

    /** Its value in us; null where there were too few calls. */
    @Nullable Double of(Latency latency) {
      return switch (this) {
        case P50 -> latency.p50Us();
        case P90 -> latency.p90Us();
        case P99 -> latency.p99Us();
        case P999 -> latency.p999Us();
      };
    }

    static long micros(long number, String unit) {
      return switch (unit) {
        case "us" -> number;
        case "ms" -> TimeUnit.MILLISECONDS.toMicros(number);
        default -> TimeUnit.SECONDS.toMicros(number);
      };
    }

    static Optional<Percentile> labelled(String word) {
      return Arrays.stream(values()).filter(each -> each.label.equals(word)).findFirst();
    }
  }
}
