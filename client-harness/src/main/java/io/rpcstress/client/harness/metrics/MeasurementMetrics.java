package io.rpcstress.client.harness.metrics;

import io.rpcstress.measure.Point;
import io.rpcstress.usage.MetricsText;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How measuring goes: what is done, what is left, which point is measured now. It changes between
 * points; a scrape only writes down its state, with the time. No class of it looks at a result file
 * or a host. Thread-safe.
 */
public final class MeasurementMetrics {

  private static final String PREFIX = "rpcstress_measurement_";
  private static final String POINT = "rpcstress_point_";
  private static final int NANO_DIGITS = 9;

  /**
   * Upper ends of the buckets of latencies, s: from a call over loopback to the longest deadline
   * that is usual. A percentile that is read from them is exact to a factor of 2.5.
   */
  private static final List<BigDecimal> LATENCY_BOUNDS =
      Stream.of(
              "0.00005", "0.0001", "0.0002", "0.0005", "0.001", "0.002", "0.005", "0.01", "0.02",
              "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "60")
          .map(BigDecimal::new)
          .toList();

  private final String command;
  private final Clock clock;
  private final Instant begun;
  private ProcessCounts tally = new ProcessCounts(0, 0, 0, 0, 0);
  private long endedHere;
  private @Nullable Instant last;
  private @Nullable Point point;
  private @Nullable Instant pointBegun;

  /** By technology, variant and operation, as their labels stand. */
  private final Map<List<String>, Latencies> latencies = new LinkedHashMap<>();

  public MeasurementMetrics(String command, Clock clock) {
    this.command = command;
    this.clock = clock;
    this.begun = clock.instant();
  }

  public synchronized void tally(ProcessCounts now) {
    tally = now;
  }

  public synchronized void further(int processes) {
    tally = tally.with(processes);
  }

  public synchronized void begin(Point next) {
    point = next;
    pointBegun = clock.instant();
  }

  public synchronized void ended(
      boolean hasResult, boolean isFlagged, Collection<Histogram> nanos) {
    tally = tally.ended(hasResult, isFlagged);
    Point measured = point;
    if (measured != null) {
      Latencies of =
          latencies.computeIfAbsent(
              List.of(measured.technology(), measured.variant(), measured.operation()),
              labels -> new Latencies());
      nanos.forEach(of::add);
    }
    point = null;
    last = clock.instant();
    endedHere++;
  }

  public synchronized String text() {
    Instant now = clock.instant();
    MetricsText text = new MetricsText();
    text.gauge(PREFIX + "info", "Which program measures here: always 1.", 1, "command", command);
    text.gauge(
        PREFIX + "start_timestamp_seconds",
        "When this session started, in seconds since 1970.",
        seconds(begun));
    String processes = PREFIX + "processes";
    String help =
        "Measuring processes of the command or sweep, by outcome; earlier sessions of a sweep "
            + "count.";
    text.gauge(processes, help, tally.done(), "state", "done");
    text.gauge(processes, help, tally.failed(), "state", "failed");
    text.gauge(processes, help, tally.skipped(), "state", "skipped");
    text.gauge(processes, help, tally.left(), "state", "left");
    text.gauge(
        PREFIX + "flagged_processes",
        "Of those done: how many have a flag that keeps them out of verdicts.",
        tally.flagged());
    Instant ended = last;
    if (ended != null) {
      text.gauge(
          PREFIX + "newest_timestamp_seconds",
          "When the last process of this session ended, in seconds since 1970.",
          seconds(ended));
      Duration rest =
          ProcessCounts.timeFor(
              tally.left(),
              endedHere,
              Duration.between(begun, ended),
              Duration.between(ended, now));
      if (rest != null) {
        text.gauge(
            PREFIX + "remaining_seconds",
            "Estimated time left, at this session's pace.",
            MetricsText.secondsOfMillis(Math.max(0, rest.toMillis())));
      }
    }
    latencies.forEach((labels, of) -> of.write(text, labels));
    Point current = point;
    Instant from = pointBegun;
    if (current != null && from != null) {
      point(text, current, from);
    }
    return text.toString();
  }

  private void point(MetricsText text, Point current, Instant from) {
    text.gauge(
        POINT + "info",
        "The current point, by its labels; the value is always 1. Absent between two points.",
        1,
        "technology",
        current.technology(),
        "variant",
        current.variant(),
        "point",
        current.fileStem());
    text.gauge(
        POINT + "start_timestamp_seconds",
        "When the process that measures this point started, in seconds since 1970.",
        seconds(from));
  }

  /** Of the good calls of one technology's processes. */
  private static final class Latencies {

    private final long[] upTo = new long[LATENCY_BOUNDS.size() + 1];
    private double sumNanos;

    /** A process has ended: nothing is measured while this computes. */
    void add(Histogram nanos) {
      long calls = nanos.getTotalCount();
      for (int i = 0; i < LATENCY_BOUNDS.size(); i++) {
        long bound = LATENCY_BOUNDS.get(i).movePointRight(NANO_DIGITS).longValueExact();
        upTo[i] += nanos.getCountBetweenValues(0, bound);
      }
      upTo[LATENCY_BOUNDS.size()] += calls;
      sumNanos += nanos.getMean() * calls;
    }

    void write(MetricsText text, List<String> labels) {
      text.histogram(
          PREFIX + "latency_seconds",
          "Latency of the good calls of ended processes, without warm-up; in an open loop from "
              + "when each was due.",
          LATENCY_BOUNDS,
          Arrays.stream(upTo).boxed().toList(),
          MetricsText.secondsOfNanos(Math.round(sumNanos)),
          "technology",
          labels.get(0),
          "variant",
          labels.get(1),
          "operation",
          labels.get(2));
    }
  }

  private static BigDecimal seconds(Instant time) {
    return MetricsText.secondsOfMillis(time.toEpochMilli());
  }
}
