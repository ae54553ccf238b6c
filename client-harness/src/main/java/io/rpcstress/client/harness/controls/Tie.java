package io.rpcstress.client.harness.controls;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A/A: a technology against itself must tie. One time in twenty a sound harness finds a difference,
 * by the construction of a 95 % interval; so where it does, a second measurement with another seed
 * decides.
 *
 * @param scale how much is measured
 */
record Tie(Scale scale) implements Control {

  @Override
  public String name() {
    return "a-a-tie";
  }

  @Override
  public String claim() {
    return "a technology ties with itself";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    Interval first = measure(rig, scale.seed());
    boolean tied = first.verdict() == Verdict.NO_DIFFERENCE;
    Map<String, Object> numbers = new LinkedHashMap<>();
    put(numbers, "", first);
    if (tied) {
      return new Finding(true, text(first), numbers);
    }
    Interval second = measure(rig, scale.otherSeed());
    put(numbers, "second", second);
    return new Finding(
        second.verdict() == Verdict.NO_DIFFERENCE,
        "%s, as one in twenty does by chance; again, which decides: %s"
            .formatted(text(first), text(second)),
        numbers);
  }

  private Interval measure(Rig rig, long seed)
      throws NoResultException, IOException, InterruptedException {
    Trial trial = new Trial(Defect.NONE, scale.threads(), scale.requests(), Scale.RUNS_COMPARED, 0);
    return Sides.measure(rig, trial, trial, scale.repeat(), seed).timeRatio(seed);
  }

  private String text(Interval ratio) {
    return String.format(
        Locale.ROOT,
        "%d processes a side, time ratio %.3f (%.3f to %.3f): %s",
        scale.repeat(),
        ratio.value(),
        ratio.low(),
        ratio.high(),
        ratio.verdict().label());
  }

  private static void put(Map<String, Object> numbers, String prefix, Interval ratio) {
    numbers.put(prefix.isEmpty() ? "timeRatio" : prefix + "TimeRatio", ratio.value());
    numbers.put(prefix.isEmpty() ? "low" : prefix + "Low", ratio.low());
    numbers.put(prefix.isEmpty() ? "high" : prefix + "High", ratio.high());
  }
}
