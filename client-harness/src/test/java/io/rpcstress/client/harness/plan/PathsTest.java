package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which proxy a point's calls go through, and what is refused. */
class PathsTest {

  private static Calls calls(Paths paths) {
    return CallsTest.calls(Map.of(), Map.of(), null, paths);
  }

  private static Calls calls(Paths paths, int grpcPort) {
    return CallsTest.calls(Map.of("grpc", grpcPort), Map.of(), null, paths);
  }

  private static Paths paths(String... names) {
    return new Paths(List.of(names), Map.of(), Map.of());
  }

  private static PointPlan plan(Calls calls, String protocol) {
    return PointPlans.closed(calls, ClosedRuns.ONE, List.of(protocol), 1, 1).get(0);
  }

  private static void isRefused(Calls calls, String protocol, String message) {
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> plan(calls, protocol))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "haproxy, grpc, haproxy-grpc, 11002, 12002",
    "haproxy, grpc@tuned, haproxy-grpc@tuned, 11102, 12102",
    "haproxy, grpc@no-retry, haproxy-grpc, 11002, 12002",
    "nginx, openfeign, nginx-openfeign, 13003, 14003",
    "envoy, tcp@multiplexed, envoy-tcp, 15004, 16004",
  })
  void theProxyBesideAServerHasItsNameAndItsPorts(
      String path, String protocol, String name, int service, int usage) {
    PointPlan plan = plan(calls(paths(path)), protocol);

    NeededProxy proxy = Objects.requireNonNull(plan.proxy());
    assertThat(proxy.name()).isEqualTo(name);
    assertThat(plan.target().primary().port()).isEqualTo(service).isEqualTo(proxy.service().port());
    assertThat(proxy.usage().port()).isEqualTo(usage);
    assertThat(proxy.behind()).isEqualTo(plan.neededServer().service());
    assertThat(plan.usage().port()).as("the server's").isEqualTo(proxy.behind().port() + 1_000);
    assertThat(plan.point().dimensions().text(Dimension.PATH)).isEqualTo(path);
    assertThat(plan.point().fileStem()).isEqualTo("t1-r1-via-" + path);
  }

  @Test
  void aProxyFollowsItsServersPortUnlessItIsSaid() {
    Calls moved = calls(paths("haproxy"), 9_555);
    assertThat(plan(moved, "grpc").target().primary().port()).isEqualTo(11_555);

    Paths said =
        new Paths(List.of("haproxy"), Map.of("haproxy-grpc", 9_556), Map.of("haproxy-grpc", 9_557));
    PointPlan plan = plan(calls(said), "grpc");
    assertThat(plan.target().primary().port()).isEqualTo(9_556);
    assertThat(Objects.requireNonNull(plan.proxy()).usage().port()).isEqualTo(9_557);
    assertThat(calls(said).options().list())
        .containsSubsequence(
            "--path",
            "haproxy",
            "--path-port",
            "haproxy-grpc=9556",
            "--path-usage-port",
            "haproxy-grpc=9557");
  }

  @Test
  void whatCannotGoThatWayIsRefusedNamingWhatCan() {
    isRefused(
        calls(paths("haproxy")),
        "rpcx",
        "--path haproxy: rpcx@example has to be called directly; grpc, openfeign, tcp");
    isRefused(
        calls(paths("nginx")),
        "tcp",
        "--path nginx: tcp@example can be called directly or through haproxy, envoy; grpc, ");
    isRefused(calls(paths("hapoxy")), "grpc", "--path 'hapoxy' is unknown: did you mean 'haproxy'");
    isRefused(
        calls(paths("direct", "haproxy")), "grpc", "one path expected here; a sweep takes several");
    isRefused(
        calls(new Paths(List.of("direct"), Map.of("grpc", 1), Map.of())),
        "grpc",
        "--path-port 'grpc': a proxy and its server expected");
    isRefused(
        calls(new Paths(List.of("direct"), Map.of(), Map.of("haproxy-smtp", 1))),
        "grpc",
        "--path-usage-port 'smtp' is no technology");
    isRefused(calls(paths("envoy"), 60_000), "grpc", "--path-port: port is 66000");
  }

  @Test
  void aSweepMeasuresEachTechnologyOnThePathsThatItCanTake() {
    List<Contender> named =
        List.of(new Contender("rpcx", "example"), new Contender("grpc", "example"));
    List<Contender> all =
        Contenders.of(calls(paths("direct", "haproxy", "haproxy")), ClosedRuns.ONE, named, 1);
    assertThat(all)
        .extracting(Contender::toString)
        .containsExactly("rpcx", "grpc", "grpc (path=haproxy)");
    assertThat(Contenders.words(all, Dimensions.NONE.with(Dimension.PATH, "haproxy")))
        .containsExactly("grpc@example");
    assertThat(Contenders.words(all, Dimensions.NONE.with(Dimension.PATH, "direct")))
        .containsExactly("rpcx@example", "grpc@example");
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(
            () ->
                Contenders.of(
                    calls(paths("direct", "nginx")),
                    ClosedRuns.ONE,
                    List.of(new Contender("rpcx", "example")),
                    1))
        .withMessage("--path nginx: none of rpcx can take that path: list shows which can");
  }
}
