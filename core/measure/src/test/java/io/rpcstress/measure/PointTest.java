package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PointTest {

  @Test
  void asManyCallsCanBeUnderWayAsThreadsKeepInFlightAndNoMoreThanThereAre() {
    Point counted = new Point("rpcx", Point.EXAMPLE, 3, 100, RequestMode.TOTAL);
    assertThat(counted.mostUnderWay()).isEqualTo(3);
    assertThat(counted.with(Dimension.IN_FLIGHT, "20").mostUnderWay()).isEqualTo(60);
    assertThat(counted.with(Dimension.IN_FLIGHT, "64").mostUnderWay()).isEqualTo(100);
    assertThat(counted.with(Dimension.CLIENTS, "2").mostUnderWay()).as("of one").isEqualTo(3);
  }
}
