package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.NanoClock;
import io.rpcstress.measure.Flag;
import org.junit.jupiter.api.Test;

/** From the first gate to the last reply, over all runs of a point. */
class ParentCpuTest {

  private static final long MILLI = 1_000_000;

  private long now = 77;
  private long ran = 500 * MILLI;

  private ParentCpu parent() {
    NanoClock clock = () -> now;
    return new ParentCpu(() -> ran, clock);
  }

  private void run(Meter meter, long millis, long parentMillis) {
    meter.beforeGate();
    now += millis * MILLI;
    ran += parentMillis * MILLI;
    meter.afterLastReply();
  }

  @Test
  void whatItTookBeforeTheFirstGateDoesNotCount() {
    ParentCpu parent = parent();
    run(parent, 100, 2);
    assertThat(parent.millis()).isEqualTo(2);
    assertThat(parent.flags()).isEmpty();
  }

  @Test
  void littleInEachRunAddsUpToTooMuchInAPoint() {
    ParentCpu parent = parent();
    run(parent, 100, 9);
    assertThat(parent.flags()).isEmpty();
    ran += MILLI; // between two runs
    run(parent, 100, 1);
    assertThat(parent.millis()).isEqualTo(11);
    assertThat(parent.flags()).containsExactly(Flag.PARENT_CPU);
  }
}
