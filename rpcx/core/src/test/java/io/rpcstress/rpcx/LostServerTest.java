package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Servers that vanish, break off, and come back. */
class LostServerTest {
  private static RPCX client(int port, int connections, Limits limits, Duration deadline) {
    return RPCX.builder()
        .address("127.0.0.1")
        .port(port)
        .connections(connections)
        .deadline(deadline)
        .limits(limits)
        .build();
  }

  /** Makes a call whose deadline is shorter than the client's, as a handler's own calls inherit. */
  private static <T> T within(Duration deadline, Supplier<T> call) {
    CallContext.enter(System.nanoTime() + deadline.toNanos(), Map.of(), Peer.UNKNOWN);
    try {
      return call.get();
    } finally {
      var unusedContext = CallContext.leave();
    }
  }

  @Test
  void theFirstDeadlineWithoutASignOfLifeAsksAndTwoSecondsLaterTheConnectionIsDead()
      throws Exception {
    Limits limits = Limits.builder().pingInterval(Duration.ofMinutes(5)).build();
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), 1, limits, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      var answered = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        peer.send(RawPeer.reply(peer.request().getId(), "connected"));
        assertThat(answered.get()).isEqualTo("connected");
        var first = within(Duration.ofSeconds(2), () -> greeter.greetAsync("Ada"));
        var unused = peer.request();
        assertThatThrownBy(first::get).hasMessageContaining("DEADLINE_EXCEEDED");
        assertThat(peer.receive().hasCancel()).isTrue();
        assertThat(peer.receive().hasPing()).isTrue();
        assertThat(peer.isClosedByPeer()).isTrue();
      }
    }
  }

  @Test
  void otherConnectionsArePreferredWhileOneIsInDoubt() throws Exception {
    Limits limits = Limits.builder().pingInterval(Duration.ofMinutes(5)).build();
    try (RawServer server = new RawServer();
        RPCX rpcx = client(server.port(), 2, limits, Duration.ofSeconds(4))) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      assertThat(server.peers).hasSize(2);
      RawServer.Peer lost = server.peers.get(0);
      lost.silent = true;
      int before = lost.requests.get();
      RPCXException timeout = null;
      while (timeout == null) {
        timeout = catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada"));
      }
      assertThat(timeout.status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      for (int i = 0; i < 50; i++) {
        assertThat(greeter.greet("Ada")).isEqualTo("peer 1");
      }
      assertThat(lost.requests.get() - before).isEqualTo(1);
    }
  }

  @Test
  void anAttemptThatNeverLeftDoesNotHideOneThatMayHaveRun() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = client(server.port(), 1, Limits.DEFAULTS, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 0");
      RawServer.Peer first = server.peers.get(0);
      first.silent = true;
      var call = greeter.greetAgain("Ada");
      await().until(() -> first.requests.get() == 2);
      server.refuse();
      first.end();
      assertThatThrownBy(call::get)
          .cause()
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> {
                assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE);
                assertThat(e.mayHaveRun()).isTrue();
              });
    }
  }

  @Test
  void aLostConnectionIsMadeAgainWithoutACall() throws Exception {
    ServiceCentre first = Greeter.serve(new Greeter.Service());
    int port = first.port();
    try (RPCX rpcx = client(port, 1, Limits.DEFAULTS, Duration.ofSeconds(20)).connect()) {
      first.stop(Duration.ZERO);
      try (ServiceCentre second =
          ServiceCentre.builder().port(port).publish(new Greeter.Service()).start()) {
        await().until(() -> second.connections() == 1);
        assertThat(rpcx.client(Greeter.Client.class).greet("Ada")).isEqualTo("hello, Ada");
      }
    }
  }

  @Test
  void afterALongOutageTheServiceIsBackWithoutACall() throws Exception {
    Limits limits =
        Limits.builder()
            .backoffInitial(Duration.ofMillis(1))
            .backoffMax(Duration.ofMillis(20))
            .build();
    try (RawServer server = new RawServer();
        RPCX rpcx = client(server.port(), 1, limits, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 0");
      server.closesAfterHello = true;
      server.peers.get(0).end();
      // 1 x 1.6^6 ms is about the maximum: the back-off has long grown to it.
      await().until(() -> server.peers.size() > 15);
      server.closesAfterHello = false;
      await().until(() -> server.peers.get(server.peers.size() - 1).greeted);
      int back = server.peers.size() - 1;
      assertThat(greeter.greetWhenReady("Ada").get(20, TimeUnit.SECONDS))
          .as("on the connection that was there before the call")
          .isEqualTo("peer " + back);
    }
  }

  @Test
  void byDefaultTheLongestWaitAfterAnOutageIsLessThanTwoSeconds() {
    double longest = Limits.DEFAULTS.backoffMax().toMillis() * (1 + Limits.BACKOFF_JITTER);
    assertThat(longest).isLessThan(2000);
  }

  @Test
  void aConnectionWhosePeerVanishedIsAvoidedPingedAndGivenUp() throws Exception {
    assertThat(Limits.DEFAULTS.pingTimeout()).isEqualTo(Duration.ofSeconds(2));
    Limits limits =
        Limits.builder()
            .pingInterval(Duration.ofMinutes(5))
            .pingTimeout(Duration.ofMillis(300))
            .build();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        FaultProxy lost = new FaultProxy(centre.port());
        FaultProxy other = new FaultProxy(centre.port());
        RPCX rpcx =
            RPCX.builder()
                .addresses("127.0.0.1:" + lost.port(), "127.0.0.1:" + other.port())
                .balancing(Balancing.ROUND_ROBIN)
                .deadline(Duration.ofSeconds(20))
                .limits(limits)
                .build()) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      long before;
      do {
        before = lost.passedBytes();
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      } while (lost.passedBytes() == before);
      before = other.passedBytes();
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(other.passedBytes()).isGreaterThan(before);
      // It is its turn: a call that is bound to be late, and the only one that must not be.
      lost.vanish();
      assertThatThrownBy(() -> within(Duration.ofMillis(500), () -> greeter.greet("Ada")))
          .hasMessageContaining("DEADLINE_EXCEEDED");
      for (int i = 0; i < 50; i++) {
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      }
      await().until(() -> lost.clientEnds() >= 1);
      List<Envelope> received = RawPeer.envelopes(lost.swallowed());
      assertThat(received.get(0).hasRequest()).as("the call that got no reply").isTrue();
      assertThat(received.get(1).hasCancel()).as("the deadline has passed").isTrue();
      assertThat(received.get(2).hasPing()).as("the ping").isTrue();
      assertThat(received.stream().filter(Envelope::hasRequest)).as("no further call").hasSize(1);
    }
  }

  @Test
  void aServerThatGreetsAndClosesIsNotStormed() throws Exception {
    try (RawServer server = new RawServer()) {
      server.closesAfterHello = true;
      Set<StatusCode> ends = new HashSet<>();
      try (RPCX rpcx = client(server.port(), 1, Limits.DEFAULTS, Duration.ofSeconds(5))) {
        Greeter.Client greeter = rpcx.client(Greeter.Client.class);
        long end = System.nanoTime() + 1_000_000_000L;
        while (System.nanoTime() - end < 0) {
          ends.add(catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada")).status());
        }
      }
      // 100 + 160 + 256 + 410 ms: the fifth attempt begins after 0.93 s, with jitter after 0.74 s.
      assertThat(server.peers.size()).isLessThanOrEqualTo(8);
      assertThat(ends).containsExactly(StatusCode.UNAVAILABLE);
    }
  }

  @Test
  void callsWhileItBacksOffAreUnavailableWhateverTheServerReported() throws Exception {
    Limits limits = Limits.builder().backoffInitial(Duration.ofSeconds(30)).build();
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), 1, limits, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      var first = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(
            Envelope.newBuilder()
                .setGoAway(GoAway.newBuilder().setStatus(3).setMessage("bad"))
                .build());
        assertThatThrownBy(first::get).hasMessageContaining("bad");
      }
      RPCXException second = catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada"));
      assertThat(second.getMessage()).contains("next attempt in");
      assertThat(second.status()).isEqualTo(StatusCode.UNAVAILABLE);
    }
  }

  @Test
  void oneLostConnectionOfFourFailsNoCall() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = client(server.port(), 4, Limits.DEFAULTS, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      assertThat(server.peers).hasSize(4);
      server.refuse();
      server.peers.get(2).raw.close();
      int failed = 0;
      // The loss itself may be noticed by a call that is under way; those after it must not be.
      for (int i = 0; i < 400; i++) {
        if (catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada")) != null) {
          failed++;
        }
      }
      assertThat(failed).isLessThanOrEqualTo(1);
    }
  }
}
