package io.rpcstress.server.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tuned server with as many connections as Thrift's own selectors lose theirs by. */
@Timeout(300)
class ThriftCrowdTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** More than 512 for each of two selectors, though some may wake one up together. */
  private static final int CROWD = 1_500;

  /** So that most of them wake a selector up by themselves. */
  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  @Test
  void aCrowdThatConnectsAndSaysNothingEndsNoOther() throws Exception {
    ThriftServer server = new ThriftServer();
    InetSocketAddress address =
        server.start(
            new ServerOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServerVariant.TUNED,
                CROWD + 2,
                LONG),
            new CallCounter());
    List<Socket> crowd = new ArrayList<>();
    try (ThriftClient one = new ThriftClient(address, true);
        ThriftClient other = new ThriftClient(address, true)) {
      assertThat(one.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(other.greet("Bob")).isEqualTo("hello, Bob");
      for (int i = 0; i < CROWD; i++) {
        crowd.add(new Socket(address.getAddress(), address.getPort()));
        LockSupport.parkNanos(PACE_NANOS);
      }
      assertThat(one.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(other.greet("Bob")).isEqualTo("hello, Bob");
      assertThat(isGreeted(address)).as("there is no place for it").isFalse();
      close(crowd);
      Awaitility.await("places are given back").atMost(LONG).until(() -> isGreeted(address));
    } finally {
      close(crowd);
    }
    assertThat(server.drain(LONG)).isTrue();
  }

  private static void close(List<Socket> crowd) throws IOException {
    for (Socket each : crowd) {
      each.close();
    }
  }

  private static boolean isGreeted(InetSocketAddress address) {
    try (ThriftClient client = new ThriftClient(address, true)) {
      return client.greet("Ada").equals("hello, Ada");
    } catch (IOException refused) {
      return false;
    }
  }
}
