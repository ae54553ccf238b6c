package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.engine.load.BlockingDriver;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a forked process is handed is what its parent planned, to the last part. */
final class DocumentsTest {

  private static Calls calls(Paths paths) {
    return new Calls(
        "10.0.0.2",
        Map.of("grpc@tuned", 9555),
        Map.of("grpc@tuned", 9666),
        "example",
        "put",
        "key=8,value=16",
        null,
        "multiplexed:3",
        false,
        Duration.ofSeconds(3),
        Duration.ofMillis(900),
        Duration.ofSeconds(90),
        0.25,
        "-Xmx64m -Dname='a b'",
        Freshness.ROUND,
        paths,
        Replicas.NONE,
        ClientHosts.NONE,
        null,
        null,
        null,
        Transport.PLAIN,
        Jvms.ANY,
        null,
        null);
  }

  private static PointPlan handedOver(PointTask task) {
    return Documents.task(Documents.of(task)).plan();
  }

  private static void same(PointPlan handed, PointPlan planned) {
    assertThat(handed)
        .usingRecursiveComparison()
        .ignoringFields("driver", "workload")
        .isEqualTo(planned);
    assertThat(handed.driver()).hasSameClassAs(planned.driver());
    assertThat(handed.workload().operation()).isSameAs(planned.workload().operation());
    assertThat(handed.workload().payload()).isEqualTo(planned.workload().payload());
  }

  @Test
  void aCountedPointOfSeveralClients() {
    Calls calls = calls(Paths.DIRECT);
    ClosedRuns runs = new ClosedRuns(4, RequestMode.PER_THREAD, List.of(2), List.of(8));
    PointPlan plan =
        PointPlans.closed(calls, runs, List.of("grpc@tuned"), 5, 70).get(0).repeated(3);
    PointTask task = PointTask.of(plan, calls);
    same(handedOver(task), plan);
    assertThat(plan.point().clients()).isEqualTo(2);
    assertThat(Documents.task(Documents.of(task)).calls().jvm()).isEqualTo(calls.jvm());
  }

  @Test
  void anOpenPointWhoseThreadsWait() {
    Calls calls = calls(Paths.DIRECT);
    OfferedLoad load = new OfferedLoad(ArrivalShape.POISSON, 50, 4, 1, 77L);
    PointPlan plan =
        PointPlans.open(
                calls,
                List.of("grpc@tuned"),
                9,
                load,
                OpenRun.THREADS,
                Dimensions.NONE.with(Dimension.LOAD_WARMUP, "1s"))
            .get(0);
    PointPlan handed = handedOver(PointTask.of(plan, calls).starting(OpenRun.THREADS));
    same(handed, plan);
    assertThat(handed.driver()).isInstanceOf(BlockingDriver.class);
  }

  @Test
  void aFaultIsHandedOver() {
    Calls calls = calls(Paths.DIRECT);
    PointPlan plan = PointPlans.closed(calls, ClosedRuns.ONE, List.of("grpc@tuned"), 2, 2).get(0);
    PointTask task =
        Documents.task(Documents.of(PointTask.of(plan, calls).injected(Fault.errors(100, 7))));
    assertThat(task.fault()).isEqualTo(Fault.errors(100, 7));
  }

  @Test
  void aDocumentThatSaysOtherwiseThanItsCallsIsRefused() {
    Calls calls = calls(Paths.DIRECT);
    PointPlan plan = PointPlans.closed(calls, ClosedRuns.ONE, List.of("grpc@tuned"), 2, 2).get(0);
    PointTask other = PointTask.of(plan, calls.carrying("key=9,value=16"));
    assertThatThrownBy(other::plan)
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("key=9")
        .hasMessageContaining("another version");
  }
}
