package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.NanoClock;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.ProcessUsage;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class HostWatchTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Offset<Double> ROUNDING = within(1e-6);

  @Test
  void aHostThatIsBusyIsFlagged() {
    SelfWatch seen = run(watch(reading(0, 0), reading(SECOND, 10)), SECOND);
    assertThat(seen.hostCpuPercent()).isCloseTo(90, ROUNDING);
    assertThat(seen.flags()).containsExactly(Flag.CLIENT_CPU);
  }

  @Test
  void aNeighbourIsFlagged() {
    SelfWatch seen = run(watch(reading(0, 0), reading(SECOND, 30)), SECOND / 2);
    assertThat(seen.foreignCpuPercent()).isCloseTo(20, ROUNDING);
    assertThat(seen.flags()).containsExactly(Flag.FOREIGN_CPU);
  }

  @Test
  void whatEndsOneWindowBeginsTheNext() {
    HostWatch watch = watch(reading(0, 0), reading(SECOND, 10), reading(2 * SECOND, 60));
    Meter meter = watch.around(Meter.NONE);
    meter.beforeGate();
    meter.nextWindow();
    assertThat(watch.seen(SECOND).hostCpuPercent()).isCloseTo(90, ROUNDING);
    meter.afterLastReply();
    assertThat(watch.seen(SECOND).hostCpuPercent()).isCloseTo(50, ROUNDING);
  }

  @Test
  void shortRunsTellNothingUntilTogetherTheyAreLongEnough() {
    HostWatch watch =
        watch(
            reading(0, 0), reading(SECOND / 5, 10), // 200 ms, half of them idle
            reading(SECOND, 90), reading(SECOND + SECOND / 5, 100), // what lies between is no run
            reading(2 * SECOND, 190), reading(2 * SECOND + SECOND / 5, 195),
            reading(3 * SECOND, 290), reading(3 * SECOND + SECOND / 5, 290));
    long tenth = SECOND / 10;
    assertThat(run(watch, tenth).hostCpuPercent()).isNull();
    assertThat(run(watch, tenth).foreignCpuPercent()).isNull();
    SelfWatch third = run(watch, tenth);
    assertThat(third.hostCpuPercent()).isCloseTo(100 * 35 / 60.0, ROUNDING);
    assertThat(third.foreignCpuPercent()).isCloseTo(100 * 5 / 60.0, ROUNDING);
    assertThat(run(watch, tenth).hostCpuPercent()).as("begins anew").isNull();
  }

  private static SelfWatch run(HostWatch watch, long ownNanos) {
    Meter meter = watch.around(Meter.NONE);
    meter.beforeGate();
    meter.afterLastReply();
    return watch.seen(ownNanos);
  }

  private static HostWatch watch(HostCpu... readings) {
    Iterator<HostCpu> next = List.of(readings).iterator();
    return new HostWatch(next::next, NanoClock.SYSTEM);
  }

  /** One processor without a quota. */
  private static HostCpu reading(long nanos, long idleTicks) {
    return new HostCpu(
        nanos, 1, idleTicks, 0, ProcessUsage.UNKNOWN, Double.MAX_VALUE, ProcessUsage.UNKNOWN);
  }
}
