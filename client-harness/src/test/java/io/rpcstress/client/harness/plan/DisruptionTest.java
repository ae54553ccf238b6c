package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is measured under which fault, and what is refused. */
class DisruptionTest {

  private static final Calls CALLS = CallsTest.calls(Map.of(), Map.of(), null, Paths.DIRECT);
  private static final Contender GRPC = new Contender("grpc", "example");
  private static final Contender PROXIED =
      GRPC.with(Dimensions.NONE.with(Dimension.PATH, "haproxy"));

  private static List<Contender> each(List<String> faults, Contender... contenders) {
    return Disruption.each(faults, List.of(contenders), CALLS, true);
  }

  @Test
  void eachFaultIsAPointOfItsOwnOfThoseThatHaveWhatItBreaks() {
    assertThat(each(List.of("none", "server-killed", "proxy-killed"), GRPC, PROXIED))
        .extracting(Contender::toString)
        .containsExactly(
            "grpc",
            "grpc (path=haproxy)",
            "grpc (fault=server-killed)",
            "grpc (path=haproxy;fault=server-killed)",
            "grpc (path=haproxy;fault=proxy-killed)");
  }

  @Test
  void whatAFaultBreaksIsNamedAsTheScriptsNameIt() {
    assertThat(Disruption.SERVER_FROZEN.component(PointPlans.needs(GRPC, CALLS))).isEqualTo("grpc");
    assertThat(Disruption.PROXY_KILLED.component(PointPlans.needs(PROXIED, CALLS)))
        .isEqualTo("haproxy-grpc");
    assertThat(Disruption.BROKER_KILLED.component(PointPlans.needs(GRPC, CALLS))).isNull();
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() {
    isRefused(List.of("server-kiled"), true, "--fault 'server-kiled' is none: did you mean");
    isRefused(List.of("broker-killed"), true, "--fault broker-killed: none of grpc has what it");
    isRefused(List.of("server-killed"), false, "--fault is for open loops of one client process");
  }

  private static void isRefused(List<String> faults, boolean open, String message) {
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> Disruption.each(faults, List.of(GRPC), CALLS, open))
        .withMessageContaining(message);
  }
}
