package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How much the controls measure.
 *
 * @param threads calling threads where they do not matter to the control
 * @param repeat processes a side, 2 or more; of a comparison at least, which adds rounds
 * @param load of a process that a comparison measures in a timed loop
 * @param budget how long a comparison may go on adding rounds; the first {@code repeat} are made
 * @param clock ns; of the budget
 */
public record Scale(
    int threads, int repeat, long seed, TimedLoad load, Duration budget, LongSupplier clock) {

  /** The most rounds of a comparison: its sides share the repetitions of a point. */
  public static final int MAX_ROUNDS = Point.MAX_REPETITIONS / 2;

  /** Orders of a process that is compared: order 0, and the ones that count. */
  static final int RUNS_COMPARED = 6;

  /** Calls of each thread in a run that is compared. */
  private static final int CALLS_EACH = 500;

  /** Calls of a run, a multiple of the threads and of every interval of injected calls. */
  int requests() {
    return Math.multiplyExact(threads, CALLS_EACH);
  }

  /** Of a measurement that must not depend on the first. */
  long otherSeed() {
    return seed + 1_000_003;
  }
}
