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
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.ServiceRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A point whose calls are answered in this process: there is no server, and nobody misses one. */
class InProcessPointTest {

  /** Enough for a run of some 10 ms: of less, no counter tells how much processor time it took. */
  private static final int CALLS = 100_000;

  private static final class Heard implements PointListener {
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

  @Test
  void anOrderOverSeveralServicesIsNoMismatchWhereThereIsNone() throws Exception {
    Address nobody = new Address("127.0.0.1", 1);
    Heard heard = new Heard();
    PointPlan plan =
        new PointPlan(
            new Point("null", "example", 2, CALLS, RequestMode.TOTAL),
            new NullDriver(),
            Target.of(nobody),
            nobody,
            new DriverOptions(
                "example", ConnectionPolicy.perThread(), 2, false, Duration.ofSeconds(10)),
            new Workload<>(
                PlaceOrder.OPERATION, PlaceOrder.OPERATION.request("products=1,stock=remote")),
            2,
            0,
            Circumstances.FRESH_CLIENT,
            null,
            null);

    assertThat(PointRunner.run(plan, ClientBarrier.alone(), heard)).isTrue();

    assertThat(heard.others).as("nobody was asked").isEmpty();
    assertThat(heard.runs).hasSize(2);
    for (Run run : heard.runs) {
      assertThat(run.callsServed()).isNull();
      assertThat(run.calls().ok()).isEqualTo(CALLS);
      assertThat(run.flags())
          .doesNotContain("chain-mismatch", "served-mismatch", "path-mismatch", "over-cpu");
    }
    assertThat(NeededServer.distinct(List.of(plan))).isEmpty();
  }
}
