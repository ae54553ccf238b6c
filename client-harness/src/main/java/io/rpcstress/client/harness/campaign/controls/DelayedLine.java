package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A millisecond more on the line between client and server must be found, and about as long as it
 * is: what neither of them spends is in a call's time, too. One thread, in a timed loop.
 *
 * @param scale how much is measured
 * @param line with and without it
 */
record DelayedLine(Scale scale, Line line) implements Control {

  private static final double MICROS_PER_MILLI = 1_000;

  /** An interval that lies below is not of a millisecond, ms. */
  private static final double MIN_MILLIS = 0.9;

  /** One that lies above: a late wake-up on either way adds to it and nothing takes from it, ms. */
  private static final double MAX_MILLIS = 1.5;

  @Override
  public String name() {
    return "delayed-line";
  }

  @Override
  public String claim() {
    return "a millisecond more on the line is found";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    try (Line.Ways ways = open()) {
      Trial sound = Trial.timed(Fault.NONE, 1, scale.load());
      Sides sides =
          new Sides(new Side(ways.plain(), sound), new Side(ways.delayed(), sound), scale.seed());
      return finding(sides, new SidesComparison(sides).untilNarrow(scale));
    }
  }

  private Line.Ways open() throws NoResultException {
    try {
      return line.open();
    } catch (IOException e) {
      throw new NoResultException(
          new PointFailure(FailureCause.UNREACHABLE, String.valueOf(e.getMessage())));
    }
  }

  private Finding finding(Sides sides, Comparison.Ended ended) {
    Interval ratio = ended.ratio();
    Interval micros = sides.addedMicros();
    double added = micros.value() / MICROS_PER_MILLI;
    double low = micros.low() / MICROS_PER_MILLI;
    double high = micros.high() / MICROS_PER_MILLI;
    boolean ok = ended.isNarrow() && ratio.low() > 1 && low <= MAX_MILLIS && high >= MIN_MILLIS;
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("line", line.what());
    numbers.put("addedMs", added);
    numbers.put("addedLowMs", low);
    numbers.put("addedHighMs", high);
    numbers.put("timeRatio", ratio.value());
    numbers.put("low", ratio.low());
    numbers.put("high", ratio.high());
    numbers.put("processesASide", ended.rounds());
    numbers.put("narrow", ended.isNarrow());
    return new Finding(
        ok,
        String.format(
            Locale.ROOT,
            "over %s, %d processes a side, added %.3f ms (%.3f to %.3f; %.1f to %.1f expected), time"
                + " ratio %.2f (%.2f to %.2f): %s (%s)%s; %s",
            line.what(),
            ended.rounds(),
            added,
            low,
            high,
            MIN_MILLIS,
            MAX_MILLIS,
            ratio.value(),
            ratio.low(),
            ratio.high(),
            ratio.verdict().label(),
            ended.why(),
            ended.isNarrow() ? "" : "; too wide to find it: a quieter host, or a longer --budget",
            NeededProcesses.of(sides).textOfLine(numbers)),
        numbers);
  }
}
