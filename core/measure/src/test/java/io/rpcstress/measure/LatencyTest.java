package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencyTest {

  private static Histogram samples(int n) {
    Histogram nanos = new Histogram(3);
    for (int i = 1; i <= n; i++) {
      nanos.recordValue(i * 1_000L);
    }
    return nanos;
  }

  @Test
  void aPercentileNeedsTenSamplesBeyondIt() {
    assertThat(Latency.of(samples(19)).p50Us()).isNull();
    assertThat(Latency.of(samples(20)).p50Us()).isNotNull();
    assertThat(Latency.of(samples(99)).p90Us()).isNull();
    assertThat(Latency.of(samples(100)).p90Us()).isNotNull();
    assertThat(Latency.of(samples(999)).p99Us()).isNull();
    assertThat(Latency.of(samples(1_000)).p99Us()).isNotNull();
    assertThat(Latency.of(samples(9_999)).p999Us()).isNull();
    assertThat(Latency.of(samples(10_000)).p999Us()).isNotNull();
  }

  @Test
  void valuesAreMicroseconds() {
    assertThat(Latency.of(samples(1_000)).p50Us()).isBetween(500.0, 501.0);
    assertThat(Latency.of(samples(1_000)).maxUs()).isBetween(1_000.0, 1_001.0);
  }
}
