package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.FaultProxy.Fault;
import io.rpcstress.rpcx.FaultSuite.Case;
import io.rpcstress.rpcx.FaultSuite.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@link FaultSuite}'s calls under every fault, on every wire, at some offsets of each; {@link
 * FaultRun} takes all of them.
 */
class FaultProxyTest {
  private static final FaultSuite SUITE = new FaultSuite();

  /** Bytes of HELLO and of some calls, in either direction. */
  private static final int NEAR = 130;

  /** Within the last calls, and within the large reply. */
  private static final int[] FAR = {180, 240, 5_000};

  private static final int CALLS = 10;

  @AfterAll
  static void stop() {
    SUITE.close();
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    SUITE.nothingIsLeft();
  }

  /** Others for each wire, so that all wires together have nearly all of them. */
  private static int[] offsets(int first, Fault fault) {
    return switch (fault) {
      case TRUNCATE, RESET, HALF_CLOSE -> offsets(first, 5);
      case SPLIT, DUPLICATE -> offsets(first, 13);
      default -> new int[] {0, 1, 5, 18, 19, 21, 40 + first, 100 + first, 5_000};
    };
  }

  private static int[] offsets(int first, int step) {
    IntStream near = IntStream.iterate(first, offset -> offset < NEAR, offset -> offset + step);
    return IntStream.concat(near, IntStream.of(FAR)).toArray();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void everyCallEndsOnceAndTrulyAndTheNextOneWorks(Fault fault) throws InterruptedException {
    List<Case> cases = new ArrayList<>();
    int first = 0;
    for (Wire wire : Wire.values()) {
      cases.addAll(FaultSuite.cases(wire, fault, offsets(first, fault)));
      first++;
    }
    assertThat(SUITE.run(cases)).isEmpty();
  }

  /** Bytes of some calls, in both directions. */
  private static long bytes(Wire wire, boolean compressed) throws Exception {
    try (FaultProxy proxy = SUITE.proxy();
        RPCX rpcx = FaultSuite.client(new Case(wire, Fault.NONE, Fault.NONE, 0), proxy).connect()) {
      FaultSuite.Client client = rpcx.client(FaultSuite.Client.class);
      for (int i = 0; i < CALLS; i++) {
        assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      }
      assertThat(rpcx.compressedConnections()).isEqualTo(compressed ? 1 : 0);
      return proxy.passedBytes();
    }
  }

  @Test
  void everyWireIsSpokenIndeed() throws Exception {
    assertThat(bytes(Wire.PLAIN, false)).isGreaterThan(bytes(Wire.COMPRESSED, true));
  }
}
