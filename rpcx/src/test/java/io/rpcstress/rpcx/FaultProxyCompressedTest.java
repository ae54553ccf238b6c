package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same faults on connections that are compressed. */
class FaultProxyCompressedTest extends FaultProxyTest {
  @Override
  boolean compressed() {
    return true;
  }

  @Override
  int step() {
    return 13;
  }

  @Test
  void theyAreCompressedIndeed() {
    try (RPCX rpcx = client(Limits.DEADLINE).connect()) {
      assertThat(rpcx.compressedConnections()).isEqualTo(1);
    }
  }
}
