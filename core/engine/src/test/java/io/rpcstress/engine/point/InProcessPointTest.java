package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.engine.none.NullDriver;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.JvmKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A point whose calls are answered in this process, without a server. */
class InProcessPointTest {

  /** Enough for a run of some 10 ms: of less, no counter shows how much processor time it took. */
  private static final int CALLS = 100_000;

  private static final Point POINT = new Point("null", "example", 2, CALLS, RequestMode.TOTAL);

  private static final class Recorded implements PointListener {
    private final List<Run> runs = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    @Override
    public void run(Run run, Histogram latencies) {
      runs.add(run);
    }

    @Override
    public void services(List<ServiceRow> rows) {
      rows.forEach(row -> others.add(row.toString()));
    }

    @Override
    public void warning(String line) {
      others.add(line);
    }

    @Override
    public void failed(PointFailure failure) {
      others.add(failure.toString());
    }
  }

  private static PointPlan plan(Point point) {
    Address closed = new Address("127.0.0.1", 1);
    return new PointPlan(
        point,
        new NullDriver(),
        Target.of(closed),
        closed,
        new DriverOptions(
            "example", ConnectionPolicy.perThread(), 2, false, Duration.ofSeconds(10)),
        new Workload<>(
            PlaceOrder.OPERATION, PlaceOrder.OPERATION.request("products=1,stock=remote")),
        2,
        0,
        Circumstances.FRESH_CLIENT,
        null,
        null,
        null);
  }

  @Test
  void aProcessOnAnotherJvmThanThePointsMeasuresNothing() throws Exception {
    JvmKind here = JvmKind.ofThisProcess();
    Point asked = POINT.with(Dimension.JDK, here.jdk());
    Recorded recorded = new Recorded();

    assertThat(PointRunner.run(plan(asked), ClientBarrier.alone(), recorded)).isTrue();
    assertThat(recorded.runs).hasSize(2);
    PointPlan other = plan(asked.with(Dimension.JDK, "998"));
    assertThat(PointRunner.run(other, ClientBarrier.alone(), recorded)).isFalse();
    assertThat(recorded.runs).hasSize(2);
    assertThat(recorded.others)
        .singleElement()
        .asString()
        .contains("null needs a client started with --jdk 998; this one runs with " + here);
  }

  @Test
  void anOrderOverSeveralServicesIsNoMismatchWhereThereIsNone() throws Exception {
    Recorded recorded = new Recorded();
    PointPlan plan = plan(POINT);

    assertThat(PointRunner.run(plan, ClientBarrier.alone(), recorded)).isTrue();

    assertThat(recorded.others).as("no server was read").isEmpty();
    assertThat(recorded.runs).hasSize(2);
    for (Run run : recorded.runs) {
      assertThat(run.callsServed()).isNull();
      assertThat(run.calls().ok()).isEqualTo(CALLS);
      assertThat(run.flags()).doesNotContain("chain-mismatch", "served-mismatch", "path-mismatch");
    }
    assertThat(NeededServer.distinct(List.of(plan))).isEmpty();
  }
}
