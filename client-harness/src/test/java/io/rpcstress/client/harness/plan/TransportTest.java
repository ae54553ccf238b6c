package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who can encrypt and compress, and what is refused. */
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
    isRefused(calls("on"), "openfeign@okhttp", "openfeign@okhttp has no TLS here");
    isRefused(calls("tls"), "grpc", "--tls 'tls' is unknown");
  }

  @Test
  void aSweepHasEachModeOfThoseThatCan() {
    List<Contender> named =
        List.of(new Contender("tcp", "example"), new Contender("grpc", "example"));
    Calls several = calls().carriedBy(new Transport(List.of("off", "mtls", "off"), List.of()));
    List<Contender> all = Contenders.of(several, ClosedRuns.ONE, named, 1);
    assertThat(all)
        .extracting(Contender::toString)
        .containsExactly("tcp", "grpc", "grpc (tls=mtls)");
    assertThat(Contenders.words(all, MTLS)).containsExactly("grpc@example");
    assertThat(several.options().asMap()).containsEntry("tls", "off,mtls");
    assertThat(several.of(all.get(2).own()).options().list()).containsSubsequence("--tls", "mtls");
    assertThat(several.of(all.get(1).own()).options().list()).doesNotContain("--tls");
  }

  private static Calls compressed(String compression, String mode) {
    return calls()
        .of(Dimensions.NONE.with(Dimension.COMPRESSION, compression).with(Dimension.TLS, mode));
  }

  @Test
  void aCompressionThatALibraryHasNotIsRefusedWithThoseThatHaveIt() {
    isRefused(
        compressed("gzip", "off"), "tcp", "tcp@example has no gzip here; those that have: grpc");
    isRefused(compressed("gzip", "off"), "rpcx", "rpcx@example has no gzip here");
    isRefused(compressed("deflate", "off"), "grpc", "those that have: rpcx");
    isRefused(
        compressed("zip", "off"), "grpc", "--compression 'zip' is unknown: did you mean 'gzip'?");
    isRefused(
        calls().carriedBy(new Transport(List.of(), List.of("none", "gzip"))),
        "grpc",
        "--compression none,gzip: one compression expected here");
  }

  @Test
  void aStreamOverCallsIsNotCompressedUnderTls() {
    Calls both =
        compressed("deflate", "off")
            .carriedBy(new Transport(List.of("off", "on"), List.of("none", "deflate")));
    List<Contender> all =
        Contenders.of(both, ClosedRuns.ONE, List.of(new Contender("rpcx", "example")), 1);
    assertThat(all)
        .extracting(Contender::toString)
        .containsExactly("rpcx", "rpcx (compression=deflate)", "rpcx (tls=on)");
    assertThat(both.options().asMap()).containsEntry("compression", "none,deflate");
  }

  @Test
  void aPlanOfBeforeThereWasCompressionHasNone() {
    JsonNode before = JsonMapper.shared().readTree("{\"tls\": [\"on\"]}");
    assertThat(Documents.read("transport", before, Transport.class))
        .isEqualTo(new Transport(List.of("on"), List.of("none")));
  }
}
