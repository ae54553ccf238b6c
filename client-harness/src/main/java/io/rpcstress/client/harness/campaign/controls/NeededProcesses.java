package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Power;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How many processes a side a true difference needs here, by the spread that processes have.
 *
 * @param spread standard deviation of the logarithm between the processes of a side; NaN where it
 *     is not known
 * @param soundMicros mean time of a sound call, us
 */
record NeededProcesses(double spread, double soundMicros) {

  private static final double PERCENT = 100;
  private static final String UNKNOWN = "the spread between processes is not known";

  static NeededProcesses of(Sides sides) {
    return new NeededProcesses(sides.spread(), sides.soundMicros());
  }

  /**
   * For both injected faults, in words; puts the numbers beside it.
   *
   * @param numbers gets {@code spreadPercent} and a count a fault; -1 where the most that are
   *     counted are too few
   */
  String text(Map<String, Object> numbers) {
    if (Double.isNaN(spread)) {
      return UNKNOWN;
    }
    numbers.put("spreadPercent", PERCENT * spread);
    return String.format(
        Locale.ROOT,
        "processes spread by %.1f %%: to be found %d times in 100, a true %d %% needs %s a side, a"
            + " true %d us %s",
        PERCENT * spread,
        Power.POWER_PERCENT,
        InjectedFault.SHARE_PERCENT,
        count(1 + InjectedFault.SHARE_PERCENT / PERCENT, "neededForShare", numbers),
        InjectedFault.ADDED_MICROS,
        count(1 + InjectedFault.ADDED_MICROS / soundMicros, "neededForMicros", numbers));
  }

  /** The same for a millisecond more on the line. */
  String textOfLine(Map<String, Object> numbers) {
    if (Double.isNaN(spread)) {
      return UNKNOWN;
    }
    numbers.put("spreadPercent", PERCENT * spread);
    return String.format(
        Locale.ROOT,
        "processes spread by %.1f %%: to be found %d times in 100, a true ms needs %s a side",
        PERCENT * spread,
        Power.POWER_PERCENT,
        count(1 + Line.ADDED_MICROS / soundMicros, "neededForLine", numbers));
  }

  private String count(double ratio, String key, Map<String, Object> numbers) {
    OptionalInt needed = Power.processes(spread, ratio, Holm.LEVEL);
    numbers.put(key, needed.orElse(-1));
    return needed.isPresent()
        ? Integer.toString(needed.getAsInt())
        : "more than " + Power.MAX_PROCESSES;
  }
}
