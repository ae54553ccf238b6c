package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.CallNumber;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is measured under which fault, and what is refused. */
class DisruptionTest {

  private static final Calls CALLS = CallsTest.calls(Map.of(), Map.of(), null, Paths.DIRECT);
  private static final Contender GRPC = new Contender("grpc", "example");
  private static final Contender PROXIED =
      GRPC.with(Dimensions.NONE.with(Dimension.PATH, "haproxy"));

  private static final OfferedLoad OFFERED = offered(ArrivalShape.CONSTANT, 60);

  private static OfferedLoad offered(ArrivalShape shape, int seconds) {
    return new OfferedLoad(shape, 200, seconds, 5, 7);
  }

  private static List<Contender> each(List<String> faults, Contender... contenders) {
    return Disruption.each(faults, List.of(contenders), CALLS, List.of(OFFERED));
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
    Calls toB = CALLS.reaching(Map.of(CALLS.host(), "10.0.0.2"));
    assertThat(Disruption.LINE_CUT.component(PointPlans.needs(GRPC, toB))).isEqualTo("grpc");
    assertThat(Disruption.LINE_CUT.component(PointPlans.needs(PROXIED, toB)))
        .isEqualTo("haproxy-grpc");
  }

  @Test
  void noLineLeadsToAServerOfThisHostByWhicheverAddress() throws SocketException {
    assertThat(
            NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList())
        .isNotEmpty()
        .allSatisfy(
            own -> {
              Calls toOwn = CALLS.reaching(Map.of(CALLS.host(), own.getHostAddress()));
              PointPlan needs = PointPlans.needs(GRPC, toOwn);
              assertThat(Disruption.LINE_CUT.component(needs)).isNull();
              assertThat(Disruption.LINE_LOSS.component(needs)).isNull();
            });
  }

  @Test
  void callsOfGreetHaveANumberUnderAFaultAndSomeAreSlowUnderThatOne() {
    assertThat(CallNumber.of(name("none"))).isEqualTo(CallNumber.NONE);
    assertThat(CallNumber.of(name("server-frozen"))).isZero();
    assertThat(CallNumber.isSlow(name("server-frozen"))).isFalse();
    assertThat(CallNumber.isSlow(name("slow-handler"))).isTrue();
  }

  private static String name(String fault) {
    Dimensions under = Dimensions.NONE.with(Dimension.FAULT, fault);
    return (String)
        PointPlans.open(CALLS, List.of("grpc"), 1, OFFERED, OpenRun.ASYNC, under)
            .get(0)
            .workload()
            .request();
  }

  @Test
  void whatHasNoRoomForANumberIsMeasuredUnderOtherFaultsAlone() {
    Calls shorter = CALLS.carrying("Ada");
    assertThat(Disruption.each(List.of("server-frozen"), List.of(GRPC), shorter, List.of(OFFERED)))
        .hasSize(1);
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(
            () ->
                Disruption.each(List.of("slow-handler"), List.of(GRPC), shorter, List.of(OFFERED)))
        .withMessageContaining("none of grpc has what it breaks");
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() {
    isRefused("server-kiled", List.of(OFFERED), "--fault 'server-kiled' is unknown: did you mean");
    isRefused("broker-killed", List.of(OFFERED), "--fault broker-killed: none of grpc has what it");
    isRefused("server-killed", List.of(), "--fault is for open loops of one client process");
    isRefused(
        "server-killed",
        List.of(offered(ArrivalShape.CONSTANT, 6)),
        "constant arrivals for 6 s: constant arrivals for 12 s or longer expected");
    isRefused(
        "neighbour",
        List.of(offered(ArrivalShape.CONSTANT, 31)),
        "--fault neighbour with constant arrivals for 31 s: constant arrivals for 32 s or longer");
    isRefused("line-cut", List.of(OFFERED), "--fault line-cut: none of grpc has what it breaks");
    isRefused(
        "line-loss",
        List.of(offered(ArrivalShape.CONSTANT, 18)),
        "constant arrivals for 18 s: constant arrivals for 19 s or longer expected");
    isRefused("server-killed", List.of(offered(ArrivalShape.POISSON, 60)), "with poisson arrivals");
  }

  private static void isRefused(String fault, List<OfferedLoad> loads, String message) {
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> Disruption.each(List.of(fault), List.of(GRPC), CALLS, loads))
        .withMessageContaining(message);
  }
}
