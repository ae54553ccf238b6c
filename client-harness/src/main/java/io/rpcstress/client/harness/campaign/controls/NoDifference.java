package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import io.rpcstress.measure.statistics.Verdict;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Two things that must tie, by an interval that is narrower than {@link TargetWidth#CONTROL}: a
 * wide one spans 1 whatever the harness does. One time in twenty a sound harness finds a
 * difference, by the construction of a 95 % interval; so where it does, a second measurement with
 * another seed decides.
 */
final class NoDifference {

  private NoDifference() {}

  /** Finds out. */
  static Finding between(String ratio, Scale scale, LongFunction<Comparison> comparison)
      throws NoResultException, IOException, InterruptedException {
    Comparison.Ended first = comparison.apply(scale.seed()).untilNarrow(scale);
    Map<String, Object> numbers = new LinkedHashMap<>();
    put(numbers, "", first);
    if (!first.isNarrow() || isTie(first)) {
      return new Finding(first.isNarrow(), text(ratio, first), numbers);
    }
    Comparison.Ended second = comparison.apply(scale.otherSeed()).untilNarrow(scale);
    put(numbers, "second", second);
    return new Finding(
        second.isNarrow() && isTie(second),
        "%s, as one in twenty does by chance; again, which decides: %s"
            .formatted(text(ratio, first), text(ratio, second)),
        numbers);
  }

  private static boolean isTie(Comparison.Ended ended) {
    return ended.ratio().verdict() == Verdict.NO_DIFFERENCE;
  }

  private static String text(String ratio, Comparison.Ended ended) {
    Interval interval = ended.ratio();
    return String.format(
        Locale.ROOT,
        "%d processes a side, %s %.3f (%.3f to %.3f): %s (%s)%s",
        ended.rounds(),
        ratio,
        interval.value(),
        interval.low(),
        interval.high(),
        interval.verdict().label(),
        ended.why(),
        ended.isNarrow() ? "" : "; too wide to show a tie: a quieter host, or a longer --budget");
  }

  private static void put(Map<String, Object> numbers, String prefix, Comparison.Ended ended) {
    Interval ratio = ended.ratio();
    numbers.put(key(prefix, "timeRatio"), ratio.value());
    numbers.put(key(prefix, "low"), ratio.low());
    numbers.put(key(prefix, "high"), ratio.high());
    numbers.put(key(prefix, "processesASide"), ended.rounds());
    numbers.put(key(prefix, "narrow"), ended.isNarrow());
  }

  private static String key(String prefix, String name) {
    return prefix.isEmpty()
        ? name
        : prefix + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
