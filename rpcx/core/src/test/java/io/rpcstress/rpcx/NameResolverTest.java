package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Names are resolved off the event loop, anew for every connection, to all their addresses. */
class NameResolverTest {
  /** A server that has no address. */
  @RPCXClient(remoteServerName = "greeter", remoteServerAddress = "slow.test")
  interface Slow {
    @Method(value = "greet", deadlineMillis = 300)
    String greet(String name);
  }

  /** A server that is here. */
  @RPCXClient(remoteServerName = "greeter", remoteServerAddress = "127.0.0.1")
  interface Near {
    @Method("greet")
    String greet(String name);
  }

  /** A server with a name. */
  @RPCXClient(remoteServerName = "greeter", remoteServerAddress = "named.test")
  interface Named {
    @Method("greet")
    String greet(String name);
  }

  private static RPCX client(int port, NameResolver resolver) {
    return RPCX.builder()
        .port(port)
        .deadline(Duration.ofSeconds(20))
        .eventLoops(1)
        .resolver(resolver)
        .build();
  }

  @Test
  void aNameServerThatDoesNotAnswerHoldsUpNoOtherCall() {
    CountDownLatch never = new CountDownLatch(1);
    NameResolver hanging =
        host -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx = client(centre.port(), hanging)) {
      RPCXException problem =
          catchThrowableOfType(RPCXException.class, () -> rpcx.client(Slow.class).greet("Ada"));
      assertThat(problem.status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      assertThat(problem.mayHaveRun()).isFalse();
      assertThat(rpcx.client(Near.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(never.getCount()).as("the resolver still hangs").isEqualTo(1);
    } finally {
      never.countDown();
    }
  }

  @Test
  void allAddressesAreTriedAndResolvedAgainWhenTheConnectionIsLost() throws IOException {
    AtomicInteger resolved = new AtomicInteger();
    // Nothing listens at the first one, whichever that is for an attempt.
    NameResolver two =
        host -> {
          resolved.incrementAndGet();
          return List.of(
              InetAddress.getByAddress(new byte[] {127, 0, 0, 77}),
              InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
              InetAddress.getByAddress(new byte[] {127, 0, 0, 78}));
        };
    ServiceCentre first = Greeter.serve(new Greeter.Service());
    try (RPCX rpcx = client(first.port(), two)) {
      Named named = rpcx.client(Named.class);
      assertThat(named.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(resolved.get()).isEqualTo(1);
      first.stop(Duration.ZERO);
      try (ServiceCentre second =
          ServiceCentre.builder().port(first.port()).publish(new Greeter.Service()).start()) {
        await().until(() -> second.connections() == 1);
        assertThat(named.greet("Ada")).isEqualTo("hello, Ada");
        assertThat(resolved.get()).isGreaterThanOrEqualTo(2);
      }
    }
  }

  @Test
  void aNameWithoutAddressIsUnavailable() throws IOException {
    NameResolver none =
        host -> {
          throw new UnknownHostException(host + " is nowhere");
        };
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(unused.getLocalPort(), none)) {
      RPCXException problem =
          catchThrowableOfType(RPCXException.class, () -> rpcx.client(Named.class).greet("Ada"));
      assertThat(problem.status()).isEqualTo(StatusCode.UNAVAILABLE);
      assertThat(problem.getMessage()).contains("named.test is nowhere");
      assertThat(problem.mayHaveRun()).isFalse();
    }
  }
}
