package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RehearsalTest {

  private final Queue<Long> clock = new ArrayDeque<>();
  private final Rehearsal meter =
      new Rehearsal(
          new CostMeter(Sources.of(List.of()), CostMeter.Borders.QUIET, line -> {}), clock::remove);

  private void readingTakes(long millis) {
    clock.add(0L);
    clock.add(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void aReadingThatTookHalfASecondIsTheLast() {
    readingTakes(499);
    readingTakes(500);
    meter.rehearse();
    meter.rehearse();
    assertThat(clock).isEmpty();
    meter.rehearse();
  }
}
