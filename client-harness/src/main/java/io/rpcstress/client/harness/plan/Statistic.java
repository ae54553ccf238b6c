package io.rpcstress.client.harness.plan;

import java.util.List;

/** What an experiment's publication compares, by the number that the report's section has of it. */
public enum Statistic {
  /** Mean runtime and TPS of a process' runs without its first. */
  MEAN_OF_LATER_RUNS("mean-of-later-runs"),

  /** Median and mean of the rates of batches, those of several clients added. */
  RATES_OF_BATCHES("rates-of-batches"),

  /** Fastest, median, p90 and slowest response time. */
  RESPONSE_TIMES("response-times"),

  /** Calls a second over the windows of a timed loop. */
  CALL_RATE("call-rate"),

  /** Mean time of a call in a timed loop. */
  MEAN_TIME("mean-time"),

  /** Calls that were answered in time to be accepted, and their times. */
  ACCEPTED_CALLS("accepted-calls");

  private final String label;

  Statistic(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public static Statistic of(String word) {
    return Nearest.of(word, List.of(values()), Statistic::label);
  }
}
