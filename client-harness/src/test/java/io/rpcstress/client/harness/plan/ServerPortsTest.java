package io.rpcstress.client.harness.plan;

import static io.rpcstress.client.harness.plan.CallsTest.calls;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.engine.point.PointPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which port a contender calls. */
class ServerPortsTest {

  private static PointPlan plan(Calls calls, String protocol) {
    return PointPlans.closed(calls, ClosedRuns.ONE, List.of(protocol), 1, 1).get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "grpc, 9002, 10002",
    "grpc@tuned, 9102, 10102",
    "openfeign@tuned, 9103, 10103",
    "rpcx@tuned, 9001, 10001",
    "tcp@multiplexed, 9004, 10004",
  })
  void aTunedServerIsOneOfItsOwnOnlyWhereItDiffers(String protocol, int service, int usage) {
    PointPlan plan = plan(calls("example", Map.of(), Map.of()), protocol);
    assertThat(plan.target().primary().port()).isEqualTo(service);
    assertThat(plan.usage().port()).isEqualTo(usage);
  }

  @Test
  void aNameWithoutAVariantIsTheExamplesServerAndNoOther() {
    Calls calls = calls("example", Map.of("grpc", 9555, "tcp", 9556), Map.of());
    assertThat(plan(calls, "grpc").target().primary().port()).isEqualTo(9555);
    assertThat(plan(calls, "grpc@tuned").target().primary().port()).isEqualTo(9102);
    assertThat(plan(calls, "tcp@multiplexed").target().primary().port()).isEqualTo(9556);
    assertThat(plan(calls, "tcp@multiplexed").usage().port()).isEqualTo(10556);
  }

  @Test
  void aNameWithAVariantIsThatServer() {
    Calls calls = calls("example", Map.of("grpc@tuned", 9555), Map.of());
    assertThat(plan(calls, "grpc").target().primary().port()).isEqualTo(9002);
    assertThat(plan(calls, "grpc@tuned").target().primary().port()).isEqualTo(9555);
    assertThat(plan(calls, "grpc@tuned").usage().port()).isEqualTo(10555);
  }

  @Test
  void theVariantOptionIsThatOfAllNamesWithoutOne() {
    Calls calls = calls("tuned", Map.of("grpc", 9555, "null", 9556), Map.of("grpc", 9557));
    PointPlan plan = plan(calls, "grpc");
    assertThat(plan.point().variant()).isEqualTo("tuned");
    assertThat(plan.target().primary().port()).isEqualTo(9555);
    assertThat(plan.usage().port()).isEqualTo(9557);
    assertThat(calls.words())
        .as("a point's own command line says the variant beside each name")
        .containsSubsequence("--port", "grpc@tuned=9555")
        .containsSubsequence("--usage-port", "grpc@tuned=9557");
  }

  /** A broker's two variants are one, and a server may tell its usage where it is called. */
  @Test
  void portsMayBeSharedWhereTheyAreOneServers() {
    Map<String, Integer> broker = Map.of("grpc", 9555, "grpc@tuned", 9555);
    Map<String, Integer> usage = Map.of("grpc", 9556, "grpc@tuned", 9556);
    Calls shared = calls("example", broker, usage);
    assertThat(PointPlans.closed(shared, ClosedRuns.ONE, List.of("grpc", "grpc@tuned"), 1, 1))
        .hasSize(2);
    Calls alike = calls("example", Map.of("tcp", 9555), Map.of("tcp", 9555));
    List<String> both = List.of("tcp", "tcp@multiplexed");
    assertThat(PointPlans.closed(alike, ClosedRuns.ONE, both, 1, 1)).hasSize(2);
  }

  @Test
  void aNameIsReadAndWrittenAlike() {
    for (String name : List.of("grpc", "grpc@tuned")) {
      assertThat(Contender.of(name, "example")).hasToString(name);
    }
  }
}
