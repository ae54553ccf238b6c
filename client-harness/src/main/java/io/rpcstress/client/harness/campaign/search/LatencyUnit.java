package io.rpcstress.client.harness.campaign.search;

import java.util.concurrent.TimeUnit;

/** The units that a limit on a latency is written in. */
final class LatencyUnit {

  /** For a pattern. */
  static final String WORDS = "us|ms|s";

  private LatencyUnit() {}

  static TimeUnit of(String word) {
    return switch (word) {
      case "us" -> TimeUnit.MICROSECONDS;
      case "ms" -> TimeUnit.MILLISECONDS;
      default -> TimeUnit.SECONDS;
    };
  }
}
