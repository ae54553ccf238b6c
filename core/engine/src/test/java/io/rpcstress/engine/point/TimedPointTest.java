package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.TimedResult;
import io.rpcstress.measure.CallCounts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether a process of a timed loop has a steady number. */
final class TimedPointTest {

  private static TimedResult result(@Nullable Integer steadyFrom, boolean settled, long... calls) {
    List<LoadResult> windows = LongStream.of(calls).mapToObj(TimedPointTest::window).toList();
    return new TimedResult(
        windows, window(LongStream.of(calls).sum()), steadyFrom, List.of(), settled, List.of());
  }

  private static LoadResult window(long calls) {
    return new LoadResult(
        Instant.EPOCH,
        TimeUnit.SECONDS.toNanos(1),
        CallCounts.allOk(calls),
        0,
        Map.of(),
        new Histogram(3),
        null,
        null);
  }

  @Test
  void aProcessWhoseWindowsAgreeIsSteady() {
    assertThat(TimedPoint.isSteady(result(2, true, 1_000, 1_020, 990, 1_010, 980))).isTrue();
  }

  @Test
  void aDriftOfTwoPercentAWindowBehindTheWarmUpIsCaught() {
    assertThat(TimedPoint.isSteady(result(2, true, 1_000, 1_020, 1_040, 1_061, 1_082))).isFalse();
  }

  @Test
  void aProcessThatDidNotSettleIsNotSteadyHoweverItsWindowsAre() {
    assertThat(TimedPoint.isSteady(result(null, false, 1_000, 1_000, 1_000))).isFalse();
  }
}
