package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person probably meant. */
class NearestTest {

  private static final List<String> NAMES = List.of("rpcx", "grpc", "openfeign", "tcp");

  @Test
  void swappedMissingAndExtraLettersAreSlips() {
    assertThat(Nearest.to("rpxc", NAMES)).contains("rpcx");
    assertThat(Nearest.to("opnfeign", NAMES)).contains("openfeign");
    assertThat(Nearest.to("tcpp", NAMES)).contains("tcp");
  }

  @Test
  void aWordLikeNoneIsNoSlip() {
    assertThat(Nearest.to("thrift", NAMES)).isEmpty();
    assertThat(Nearest.hint("thrift", NAMES)).isEqualTo("valid: rpcx, grpc, openfeign, tcp");
  }
}
