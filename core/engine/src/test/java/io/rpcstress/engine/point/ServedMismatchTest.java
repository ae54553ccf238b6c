package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.OneWay;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which counts of a server contradict those of its clients. */
final class ServedMismatchTest {

  private static final long ANSWERED = 97;

  /** Two exceeded their deadline and one failed. */
  private static final CallCounts THREE_NOT_OK = new CallCounts(100, ANSWERED, 1, 2, 0);

  private static boolean isMismatch(@Nullable Long served, CallCounts own) {
    return PointRun.mismatch(served, ANSWERED, own, false) != null;
  }

  @Test
  void aCallWithoutAGoodAnswerMayHaveBeenServed() {
    for (long served = ANSWERED; served <= 100; served++) {
      assertThat(isMismatch(served, THREE_NOT_OK)).as("%d served", served).isFalse();
    }
  }

  @Test
  void fewerThanWereAnsweredOrMoreThanWereMadeAreNot() {
    assertThat(isMismatch(ANSWERED - 1, THREE_NOT_OK)).isTrue();
    assertThat(isMismatch(101L, THREE_NOT_OK)).isTrue();
    assertThat(isMismatch(ANSWERED + 1, CallCounts.allOk(ANSWERED))).isTrue();
  }

  @Test
  void messagesThatNoReplyFollowsAreLostWhereTheyAreFewer() {
    assertThat(PointRun.mismatch(ANSWERED - 1, ANSWERED, THREE_NOT_OK, true))
        .isEqualTo(Flag.MESSAGES_LOST);
    assertThat(PointRun.mismatch(ANSWERED, ANSWERED, THREE_NOT_OK, true)).isNull();
    assertThat(PointRun.mismatch(101L, ANSWERED, THREE_NOT_OK, true))
        .isEqualTo(Flag.SERVED_MISMATCH);
  }

  @Test
  void messagesThatATimedLoopHasSentAreCountedBeforeItsConnectionsClose() throws Exception {
    TimedLoad load = new TimedLoad(Duration.ZERO, Duration.ofMillis(100), 2, null);
    try (Lagging lagging = new Lagging()) {
      new TimedPoint<>(lagging.setting(Point.timed("lagging", "example", 1, load)), load).run();
      assertThat(lagging.failures).isEmpty();
      assertThat(lagging.runs).hasSize(2).allSatisfy(ServedMismatchTest::hasAllCounted);
    }
  }

  @Test
  void messagesSentAtFullSpeedAreCountedBeforeThoseOfAnOpenLoop() throws Exception {
    OfferedLoad load = new OfferedLoad(ArrivalShape.CONSTANT, 20, 1, 0, 7);
    Point point = new Point("lagging", "example", 1, 20, RequestMode.TOTAL, load);
    try (Lagging lagging = new Lagging()) {
      new OpenPoint<>(lagging.setting(point.with(Dimension.FULL_SPEED, "200ms")), load).run();
      assertThat(lagging.failures).isEmpty();
      assertThat(lagging.runs).singleElement().satisfies(ServedMismatchTest::hasAllCounted);
      assertThat(lagging.runs.get(0).callsServed()).isEqualTo(20);
    }
  }

  private static void hasAllCounted(Run run) {
    assertThat(run.flags())
        .doesNotContain(Flag.MESSAGES_LOST.label(), Flag.SERVED_MISMATCH.label());
  }

  /**
   * A server that counts, each time it is read, most of what it was sent; and its client, which
   * drops the rest when it closes.
   */
  private static final class Lagging implements Driver, PointListener, AutoCloseable {
    private final UsageServer counters = new UsageServer(page -> usage());
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean isOpen;
    private long counted;
    private final List<Run> runs = new ArrayList<>();
    private final List<PointFailure> failures = new ArrayList<>();

    private String usage() {
      long rest = isOpen ? sent.get() - counted : 0;
      counted += rest - rest / 4;
      ProcessUsage used = new ProcessUsage(0, 0, 0, 0, 0, 1, 1, ProcessUsage.UNKNOWN);
      return new ServerUsage(
              "lagging",
              "example",
              1,
              1,
              counted,
              0,
              1,
              used,
              ProcessUsage.UNKNOWN,
              ProcessUsage.UNKNOWN,
              ProcessUsage.UNKNOWN,
              ProcessUsage.UNKNOWN)
          .toText();
    }

    PointRun.Setting<byte[], Boolean> setting(Point point) {
      Address address = counters.address();
      Workload<byte[], Boolean> workload =
          new Workload<>(OneWay.OPERATION, OneWay.OPERATION.request("size=64"));
      PointPlan plan =
          new PointPlan(
              point,
              this,
              Target.of(address),
              address,
              new DriverOptions(
                  "example", ConnectionPolicy.perThread(), 1, false, Duration.ofSeconds(10)),
              workload,
              1,
              0,
              Circumstances.FRESH_CLIENT,
              null,
              null,
              null);
      return new PointRun.Setting<>(
          plan,
          workload,
          Sources.of(List.of(counters.reader())),
          null,
          null,
          ClientBarrier.alone(),
          this);
    }

    @Override
    public Technology technology() {
      return new Technology("lagging", 99, 1, "lags", List.of(), List.of("one-way"));
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      isOpen = true;
      return new SharedSession(
          new CallerTable().on(OneWay.OPERATION, thread -> this::send), () -> isOpen = false);
    }

    private boolean send(byte[] message) throws InterruptedException {
      Thread.sleep(1);
      sent.incrementAndGet();
      return true;
    }

    @Override
    public void run(Run run, Histogram latencies) {
      runs.add(run);
    }

    @Override
    public void warning(String line) {}

    @Override
    public void failed(PointFailure failure) {
      failures.add(failure);
    }

    @Override
    public void close() {
      counters.close();
    }
  }

  @Test
  void aServerThatWasNotReadContradictsNothing() {
    assertThat(isMismatch(null, THREE_NOT_OK)).isFalse();
  }
}
