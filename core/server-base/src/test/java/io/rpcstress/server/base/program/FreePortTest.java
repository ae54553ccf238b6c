package io.rpcstress.server.base.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** What a program is to bind. */
class FreePortTest {

  private static final int LOWEST = 20_000;

  @Test
  void noConnectionIsGivenIt() throws Exception {
    int given = FreePort.firstGivenOut();
    assumeTrue(given > LOWEST, "this host gives out ports from " + given + " on");

    for (int i = 0; i < 100; i++) {
      assertThat(FreePort.on(InetAddress.getLoopbackAddress())).isBetween(LOWEST, given - 1);
    }
  }
}
