package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One millisecond more in every call, inside the clock, must be found, and about as long as it is.
 * Few threads: with more than processors, waiting for those would be added too.
 *
 * @param scale how much is measured
 */
record AddedMillisecond(Scale scale) implements Control {

  private static final Duration ADDED = Duration.ofMillis(1);
  private static final int THREADS = 2;
  private static final int REQUESTS = 400;
  private static final double MICROS_PER_MILLI = 1_000;

  /** An estimate outside of this is not about a millisecond, ms. */
  private static final double MIN_MILLIS = 0.9;

  /** Above, since a late wake-up adds to it and nothing takes from it, ms. */
  private static final double MAX_MILLIS = 1.5;

  @Override
  public String name() {
    return "added-millisecond";
  }

  @Override
  public String claim() {
    return "an injected millisecond in every call is found";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    Trial sound = new Trial(Fault.NONE, THREADS, REQUESTS, Scale.RUNS_COMPARED, 0);
    Trial slowed = new Trial(Fault.delay(ADDED), THREADS, REQUESTS, Scale.RUNS_COMPARED, 0);
    Sides sides = new Sides(new Side(rig, sound), new Side(rig, slowed), scale.seed());
    for (int round = 0; round < scale.repeat(); round++) {
      sides.addRound(round);
    }
    Interval ratio = sides.timeRatio();
    Interval added = sides.addedMedianMicros();
    double estimate = added.value() / MICROS_PER_MILLI;
    boolean ok =
        ratio.verdict() == Verdict.SLOWER && MIN_MILLIS <= estimate && estimate <= MAX_MILLIS;
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("addedMs", estimate);
    numbers.put("addedLowMs", added.low() / MICROS_PER_MILLI);
    numbers.put("addedHighMs", added.high() / MICROS_PER_MILLI);
    numbers.put("timeRatio", ratio.value());
    numbers.put("low", ratio.low());
    numbers.put("high", ratio.high());
    return new Finding(
        ok,
        String.format(
            Locale.ROOT,
            "%d processes a side, added %.3f ms (%.3f to %.3f; %.1f to %.1f expected),"
                + " time ratio %.2f (%.2f to %.2f): %s",
            scale.repeat(),
            estimate,
            added.low() / MICROS_PER_MILLI,
            added.high() / MICROS_PER_MILLI,
            MIN_MILLIS,
            MAX_MILLIS,
            ratio.value(),
            ratio.low(),
            ratio.high(),
            ratio.verdict().label()),
        numbers);
  }
}
