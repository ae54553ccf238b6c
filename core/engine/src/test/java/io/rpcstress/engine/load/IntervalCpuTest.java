package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a process takes between two readings. */
class IntervalCpuTest {

  private static final long MILLI = 1_000_000;

  @Test
  void anIntervalTakesWhatLiesBetweenItsBorders() {
    AtomicLong nanos = new AtomicLong(7 * MILLI);
    IntervalCpu cpu = new IntervalCpu(4, nanos::get);
    cpu.read(0);
    nanos.addAndGet(3 * MILLI / 2);
    cpu.read(1);
    cpu.read(2);
    assertThat(cpu.millis(0)).isEqualTo(1.5);
    assertThat(cpu.millis(1)).isZero();
    assertThat(cpu.millis(2)).as("its end was not read").isNull();
  }

  @Test
  void whatIsNotKnownOrGoesBackwardsIsNull() {
    long[] readings = {5, IntervalCpu.UNKNOWN, 5, 4};
    AtomicLong next = new AtomicLong();
    IntervalCpu cpu = new IntervalCpu(4, () -> readings[(int) next.getAndIncrement()]);
    for (int i = 0; i < readings.length; i++) {
      cpu.read(i);
    }
    for (int i = 0; i + 1 < readings.length; i++) {
      assertThat(cpu.millis(i)).isNull();
    }
  }
}
