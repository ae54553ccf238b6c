package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When calls are due. */
class ArrivalsTest {

  private static final long SECOND = 1_000_000_000;

  private static List<Long> due(OfferedLoad load) {
    Arrivals arrivals = new Arrivals(load, null, null);
    List<Long> due = new ArrayList<>();
    for (long next; (next = arrivals.next()) != Arrivals.NONE; ) {
      due.add(next);
    }
    assertThat(arrivals.next()).isEqualTo(Arrivals.NONE);
    return due;
  }

  private static OfferedLoad poisson(long seed) {
    return new OfferedLoad(ArrivalShape.POISSON, 1_000, 50, 2, seed);
  }

  @Test
  void constantGapsAreEqualAndTheirErrorDoesNotAddUp() {
    List<Long> due = due(new OfferedLoad(ArrivalShape.CONSTANT, 3, 2, 1, 0));
    assertThat(due)
        .containsExactly(
            0L,
            333_333_333L,
            666_666_666L,
            SECOND,
            1_333_333_333L,
            1_666_666_666L,
            2 * SECOND,
            2_333_333_333L,
            2_666_666_666L);
  }

  @Test
  void aBurstIsASecondsCallsAtAWholeSecond() {
    OfferedLoad load = new OfferedLoad(ArrivalShape.BURSTS, 100, 60, 5, 0);
    Map<Long, Long> sizes =
        due(load).stream()
            .collect(Collectors.groupingBy(d -> d, TreeMap::new, Collectors.counting()));
    assertThat(sizes.keySet())
        .containsExactlyElementsOf(LongStream.range(0, 65).map(s -> s * SECOND).boxed().toList());
    assertThat(sizes.values()).containsOnly(100L);
    assertThat(Arrivals.count(load, null)).containsExactly(500, 6_000);
  }

  private static OfferedLoad randomBursts(int seconds, int warmupSeconds, long seed) {
    return new OfferedLoad(ArrivalShape.RANDOM_BURSTS, 100, seconds, warmupSeconds, seed);
  }

  private static Map<Long, Long> sizes(OfferedLoad load) {
    return due(load).stream()
        .filter(d -> d >= Arrivals.windowStart(load))
        .collect(
            Collectors.groupingBy(
                d -> (d - Arrivals.windowStart(load)) / SECOND,
                TreeMap::new,
                Collectors.counting()));
  }

  @Test
  void randomBurstsAreAtWholeSecondsAndAsManyCallsAsTheRateMakes() {
    OfferedLoad load = randomBursts(60, 5, 7);
    assertThat(due(load)).isSorted().allMatch(d -> d % SECOND == 0);
    assertThat(Arrivals.count(load, null)).containsExactly(500, 6_000);
  }

  @Test
  void theSizesOfRandomBurstsHaveTheMeanAndTheDeviationOfTheirBinomialDistribution() {
    int seconds = 10_000;
    double p = 1.0 / seconds;
    double[] sizes =
        sizes(randomBursts(seconds, 0, 42)).values().stream()
            .mapToDouble(Long::doubleValue)
            .toArray();
    double mean = 100.0 * seconds * p;
    double variance =
        java.util.Arrays.stream(sizes).map(s -> (s - mean) * (s - mean)).sum() / seconds;
    assertThat(java.util.Arrays.stream(sizes).sum()).isEqualTo(100.0 * seconds);
    assertThat(Math.sqrt(variance))
        .isCloseTo(Math.sqrt(100.0 * seconds * p * (1 - p)), within(0.3));
    assertThat(java.util.Arrays.stream(sizes).filter(s -> s <= 90).count() / (double) seconds)
        .as("of Binomial(1000000, 1/10000), 17 %% are 90 or less")
        .isCloseTo(0.171, within(0.02));
  }

  @Test
  void aSeedOfRandomBurstsGivesTheSameSizesAgainWithAndWithoutWarmUp() {
    assertThat(sizes(randomBursts(60, 0, 7)))
        .isEqualTo(sizes(randomBursts(60, 0, 7)))
        .isEqualTo(sizes(randomBursts(60, 30, 7)))
        .isNotEqualTo(sizes(randomBursts(60, 0, 8)));
  }

  @Test
  void poissonGapsHaveTheirMeanAndTheSameDeviation() {
    List<Long> due = due(poisson(42));
    double[] gaps = new double[due.size()];
    long before = 0;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = due.get(i) - before;
      before = due.get(i);
      assertThat(gaps[i]).isNotNegative();
    }
    double mean = java.util.Arrays.stream(gaps).average().orElseThrow();
    double variance =
        java.util.Arrays.stream(gaps).map(g -> (g - mean) * (g - mean)).average().orElseThrow();
    assertThat(mean / 1e6).isCloseTo(1, within(0.02));
    assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(0.03));
    assertThat(Arrivals.count(poisson(42), null))
        .satisfies(c -> assertThat(c[0] + c[1]).isEqualTo(due.size()));
  }

  @Test
  void theLargestLoadDoesNotOverflow() {
    OfferedLoad load = new OfferedLoad(ArrivalShape.CONSTANT, 1, 99_999, 1, 0);
    assertThat(Arrivals.count(load, null)).containsExactly(1, 99_999);
    assertThat(OfferedLoad.MAX_CALLS * SECOND).isPositive();
  }

  @Test
  void aTraceIsReplayedBehindAWarmupOfItsMeanRate() {
    Trace trace = new Trace(new long[] {0, 5, 5, SECOND + 1});
    OfferedLoad load = new OfferedLoad(ArrivalShape.TRACE, 2, 2, 1, 0);
    Arrivals arrivals = new Arrivals(load, trace, null);
    List<Long> due = new ArrayList<>();
    for (long next; (next = arrivals.next()) != Arrivals.NONE; ) {
      due.add(next);
    }
    assertThat(due).containsExactly(0L, SECOND / 2, SECOND, SECOND + 5, SECOND + 5, 2 * SECOND + 1);
    assertThat(Arrivals.count(load, trace)).containsExactly(2, 4);
  }
}
