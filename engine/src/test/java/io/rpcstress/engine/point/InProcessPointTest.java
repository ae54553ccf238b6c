package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
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

  private static final class InProcess implements Driver {
    private final NullDriver answering = new NullDriver();

    @Override
    public Technology technology() {
      return answering.technology();
    }

    @Override
    public Session open(Target target, DriverOptions options) throws CallException {
      return answering.open(target, options);
    }

    @Override
    public boolean isInProcess() {
      return true;
    }
  }

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
            new Point("null", "example", 2, 10, RequestMode.TOTAL),
            new InProcess(),
            Target.of(nobody),
            nobody,
            new DriverOptions(
                "example",
                ConnectionPolicy.perThread(),
                2,
                false,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1)),
            new Workload<>(
                PlaceOrder.OPERATION, PlaceOrder.OPERATION.request("products=1,stock=remote")),
            2,
            0,
            Circumstances.FRESH_CLIENT);

    assertThat(PointRunner.run(plan, ClientBarrier.alone(), heard)).isTrue();

    assertThat(heard.others).as("nobody was asked").isEmpty();
    assertThat(heard.runs).hasSize(2);
    for (Run run : heard.runs) {
      assertThat(run.callsServed()).isNull();
      assertThat(run.calls().ok()).isEqualTo(10);
      assertThat(run.flags())
          .doesNotContain("chain-mismatch", "served-mismatch", "path-mismatch", "over-cpu");
    }
    assertThat(NeededServer.distinct(List.of(plan))).isEmpty();
  }
}
