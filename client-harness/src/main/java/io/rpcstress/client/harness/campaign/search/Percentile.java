package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.measure.Latency;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
