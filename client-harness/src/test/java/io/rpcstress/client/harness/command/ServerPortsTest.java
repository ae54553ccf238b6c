package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.sweep.SweepGrid.Contender;
import io.rpcstress.engine.point.PointPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which port a contender calls. */
class ServerPortsTest {

  private static PointOptions options(String variant, Map<String, Integer> ports) {
    PointOptions options = new PointOptions();
    options.variant = variant;
    options.runs = 1;
    options.ports = new LinkedHashMap<>(ports);
    return options;
  }

  private static PointPlan plan(PointOptions options, String protocol) {
    return PointPlans.closed(options, List.of(protocol), 1, 1).get(0);
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
    PointPlan plan = plan(options("example", Map.of()), protocol);
    assertThat(plan.target().primary().port()).isEqualTo(service);
    assertThat(plan.usage().port()).isEqualTo(usage);
  }

  @Test
  void aNameWithoutAVariantIsTheExamplesServerAndNoOther() {
    PointOptions options = options("example", Map.of("grpc", 9555, "tcp", 9556));
    assertThat(plan(options, "grpc").target().primary().port()).isEqualTo(9555);
    assertThat(plan(options, "grpc@tuned").target().primary().port()).isEqualTo(9102);
    assertThat(plan(options, "tcp@multiplexed").target().primary().port()).isEqualTo(9556);
    assertThat(plan(options, "tcp@multiplexed").usage().port()).isEqualTo(10556);
  }

  @Test
  void aNameWithAVariantIsThatServer() {
    PointOptions options = options("example", Map.of("grpc@tuned", 9555));
    assertThat(plan(options, "grpc").target().primary().port()).isEqualTo(9002);
    assertThat(plan(options, "grpc@tuned").target().primary().port()).isEqualTo(9555);
    assertThat(plan(options, "grpc@tuned").usage().port()).isEqualTo(10555);
  }

  @Test
  void theVariantOptionIsThatOfAllNamesWithoutOne() {
    PointOptions options = options("tuned", Map.of("grpc", 9555, "null", 9556));
    options.usagePorts = Map.of("grpc", 9557);
    PointPlan plan = plan(options, "grpc");
    assertThat(plan.point().variant()).isEqualTo("tuned");
    assertThat(plan.target().primary().port()).isEqualTo(9555);
    assertThat(plan.usage().port()).isEqualTo(9557);
    assertThat(options.words())
        .as("a point's own command line says the variant beside each name")
        .containsSubsequence("--port", "grpc@tuned=9555")
        .containsSubsequence("--usage-port", "grpc@tuned=9557");
  }

  @Test
  void aNameIsReadAndWrittenAlike() {
    for (String name : List.of("grpc", "grpc@tuned")) {
      assertThat(Contender.of(name, "example")).hasToString(name);
    }
  }
}
