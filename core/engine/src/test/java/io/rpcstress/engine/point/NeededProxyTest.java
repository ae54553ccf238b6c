package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether a proxy ended since the point began. */
class NeededProxyTest {

  private static final long STARTED = 1_700_000_000_000L;

  private static @Nullable String ended(int usagePort) {
    return new NeededProxy(
            ProxyPath.ENVOY,
            "grpc",
            new Address("127.0.0.1", 9002),
            new Address("127.0.0.1", 15002),
            new Address("127.0.0.1", usagePort))
        .endedSince(reported(STARTED, 71, 3));
  }

  private static ServerUsage reported(long started, long process, long openConnections) {
    return new ServerUsage(
        "envoy",
        "example",
        started,
        process,
        0,
        0,
        openConnections,
        ProcessUsage.NOTHING_KNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN);
  }

  private static @Nullable String endedWhere(ServerUsage now) {
    try (UsageServer proxy = new UsageServer(page -> now.toText())) {
      return ended(proxy.address().port());
    }
  }

  @Test
  void aProxyThatAnswersNoMoreHasEnded() {
    assertThat(ended(1)).isEqualTo("envoy-grpc no longer reports its counters at 127.0.0.1:1");
  }

  @Test
  void aProxyThatWasStartedAgainHasEnded() {
    assertThat(endedWhere(reported(STARTED + 1, 72, 0)))
        .isEqualTo("envoy-grpc ended meanwhile, and was started again");
    assertThat(endedWhere(reported(STARTED, 71, 0))).isNull();
  }
}
