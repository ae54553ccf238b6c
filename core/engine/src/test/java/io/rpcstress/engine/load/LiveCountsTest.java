package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What a line a second is made of. */
class LiveCountsTest {

  private static final long MILLI = 1_000_000;

  @Test
  void eachIntervalHasWhatWasCountedInIt() {
    LiveCounts counts = new LiveCounts();
    LongStream.rangeClosed(1, 1_000).forEach(i -> counts.ok(i * MILLI));
    counts.error();
    LiveCounts.Snapshot first = counts.take();
    assertThat(first.ok()).isEqualTo(1_000);
    assertThat(first.errors()).isEqualTo(1);
    assertThat(first.p99Millis()).isCloseTo(990, Percentage.withPercentage(1));
    counts.ok(MILLI);
    LiveCounts.Snapshot second = counts.take();
    assertThat(second.ok()).isEqualTo(1);
    assertThat(second.errors()).isZero();
    assertThat(second.p99Millis()).isCloseTo(1, Percentage.withPercentage(1));
  }
}
