package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.LiveCounts.LiveLatencies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Latencies by their size. */
class LiveLatenciesTest {

  private static long[] counts(LiveLatencies... threads) {
    long[] sum = LiveLatencies.none();
    for (LiveLatencies each : threads) {
      each.addTo(sum);
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(longs = {2_048, 2_049, 51_234, 1_000_000, 7_654_321, 999_999_999, 59_999_999_999L})
  void aLatencyIsReportedAsNoLessAndAtMostASixteenthMore(long nanos) {
    LiveLatencies one = new LiveLatencies();
    one.record(nanos);
    long reported = LiveLatencies.percentile(counts(one), 99);
    assertThat(reported).isGreaterThan(nanos).isLessThanOrEqualTo(nanos + nanos / 16 + 1);
  }

  @Test
  void aPercentileIsThatOfAllThreads() {
    LiveLatencies fast = new LiveLatencies();
    LiveLatencies slow = new LiveLatencies();
    for (int i = 0; i < 989; i++) {
      fast.record(100_000);
    }
    for (int i = 0; i < 11; i++) {
      slow.record(50_000_000);
    }
    long[] both = counts(fast, slow);
    assertThat(LiveLatencies.percentile(both, 98)).isBetween(100_000L, 106_500L);
    assertThat(LiveLatencies.percentile(both, 99)).isBetween(50_000_000L, 53_200_000L);
    assertThat(LiveLatencies.percentile(both, 100)).isBetween(50_000_000L, 53_200_000L);
  }
}
