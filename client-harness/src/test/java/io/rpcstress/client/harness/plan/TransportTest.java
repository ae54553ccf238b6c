package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who can have its connections encrypted, and what is refused. */
class TransportTest {

  private static final Dimensions MTLS = Dimensions.NONE.with(Dimension.TLS, "mtls");

  private static Calls calls(String... modes) {
    Calls plain = CallsTest.calls(Map.of(), Map.of(), null, Paths.DIRECT);
    return modes.length == 1 ? plain.of(Dimensions.NONE.with(Dimension.TLS, modes[0])) : plain;
  }

  private static void isRefused(Calls calls, String protocol, String message) {
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> PointPlans.closed(calls, ClosedRuns.ONE, List.of(protocol), 1, 1))
        .withMessageContaining(message);
  }

  @Test
  void aTechnologyWithoutTlsIsRefusedWithThoseThatHaveIt() {
    isRefused(calls("on"), "tcp", "tcp@example has no TLS here; those that have: rpcx, grpc");
    isRefused(calls("on"), "rpcx@compressed", "rpcx@compressed has no TLS here");
    isRefused(calls("tls"), "grpc", "--tls 'tls' is none");
  }

  @Test
  void aSweepHasEachModeOfThoseThatCan() {
    List<Contender> named =
        List.of(new Contender("rpcx", "compressed"), new Contender("grpc", "example"));
    Calls several = calls().carriedBy(new Transport(List.of("off", "mtls", "off")));
    List<Contender> all = Contenders.of(several, ClosedRuns.ONE, named, 1);
    assertThat(all)
        .extracting(Contender::toString)
        .containsExactly("rpcx@compressed", "grpc", "grpc (tls=mtls)");
    assertThat(Contenders.words(all, MTLS, Setup.PLAIN)).containsExactly("grpc@example");
    assertThat(several.options().asMap()).containsEntry("tls", "off,mtls");
    assertThat(several.of(all.get(2).own()).options().list()).containsSubsequence("--tls", "mtls");
    assertThat(several.of(all.get(1).own()).options().list()).doesNotContain("--tls");
  }
}
