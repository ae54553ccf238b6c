package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.driver.Drivers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code all} stands for among technologies. */
class AllTechnologiesTest {

  private static List<String> named(String... protocols) {
    Calls calls = CallsTest.calls("example", Map.of(), Map.of());
    return PointPlans.closed(calls, ClosedRuns.ONE, List.of(protocols), 1, 1).stream()
        .map(plan -> plan.point().directoryName())
        .toList();
  }

  @Test
  void allIsEveryTechnologyThatHasTheOperation() {
    List<String> greeting =
        Drivers.all().stream()
            .filter(driver -> driver.technology().operations().contains("greet"))
            .map(driver -> driver.technology().name())
            .toList();
    assertThat(named("all")).isEqualTo(greeting).contains("rpcx", "grpc", "tcp");
  }

  @Test
  void variantsStandBesideIt() {
    assertThat(named("all", "grpc@tuned")).endsWith("grpc@tuned").contains("grpc");
  }

  @Test
  void whatIsAmongThemIsNotNamedAgain() {
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> named("all", "grpc"))
        .withMessage("--protocol names grpc twice");
  }
}
