package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Limits for a method, for a client, and what a client does beyond the limit of its connection. */
class QuotasTest {
  /** A service that holds its calls. */
  @RPCXServer("narrow")
  static final class Narrow {
    final Semaphore gate = new Semaphore(0);
    final AtomicInteger began = new AtomicInteger();
    final AtomicInteger inside = new AtomicInteger();
    final AtomicInteger mostInside = new AtomicInteger();

    private String held(String name) throws InterruptedException {
      began.incrementAndGet();
      int now = inside.incrementAndGet();
      mostInside.accumulateAndGet(now, Math::max);
      gate.acquire();
      inside.decrementAndGet();
      return name;
    }

    @Method(value = "two", blocking = true, maxInFlight = 2)
    public String two(String name) throws InterruptedException {
      return held(name);
    }

    @Method(value = "any", blocking = true)
    public String any(String name) throws InterruptedException {
      return held(name);
    }

    @Method(value = "fails", maxInFlight = 1)
    public String fails(String name) {
      throw new RPCXException(StatusCode.ABORTED, name);
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "narrow")
  interface Client {
    @Method("two")
    CompletableFuture<String> two(String name);

    @Method("any")
    CompletableFuture<String> any(String name);

    @Method(value = "any", deadlineMillis = 200)
    CompletableFuture<String> anyBriefly(String name);

    @Method("fails")
    String fails(String name);
  }

  private final Narrow service = new Narrow();

  private ServiceCentre.Builder centre() {
    return ServiceCentre.builder().publish(service);
  }

  private static RPCX.Builder to(ServiceCentre centre) {
    return to(centre.port());
  }

  private static RPCX.Builder to(int port) {
    return RPCX.builder().address("127.0.0.1").port(port).deadline(Duration.ofSeconds(20));
  }

  private static void overloaded(CompletableFuture<String> call, String why) {
    assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
        .hasMessageContaining(why)
        .cause()
        .isInstanceOfSatisfying(
            RPCXException.class,
            e -> {
              assertThat(e.status()).isEqualTo(StatusCode.OVERLOADED);
              assertThat(e.mayHaveRun()).isFalse();
            });
  }

  @Test
  void aMethodTakesAsManyCallsAsItDeclares() throws Exception {
    try (ServiceCentre centre = centre().start();
        RPCX rpcx = to(centre).connections(2).build()) {
      Client client = rpcx.client(Client.class);
      CompletableFuture<String> first = client.two("a");
      CompletableFuture<String> second = client.two("b");
      await().until(() -> service.began.get() == 2);
      overloaded(client.two("c"), "of this method");
      CompletableFuture<String> other = client.any("d");
      await().until(() -> service.began.get() == 3);
      service.gate.release(3);
      assertThat(first.get(20, TimeUnit.SECONDS) + second.get(20, TimeUnit.SECONDS))
          .isEqualTo("ab");
      assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo("d");
      service.gate.release(2);
      assertThat(client.two("e").get(20, TimeUnit.SECONDS)).isEqualTo("e");
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> client.fails("as requested")).hasMessageContaining("as requested");
      }
    }
  }

  @Test
  void theBuilderOverridesTheAnnotation() throws Exception {
    try (ServiceCentre centre =
            centre().maxInFlight("narrow", "two", 0).maxInFlight("narrow", "any", 1).start();
        RPCX rpcx = to(centre).build()) {
      Client client = rpcx.client(Client.class);
      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        calls.add(client.two("t"));
      }
      calls.add(client.any("a"));
      await().until(() -> service.began.get() == 4);
      overloaded(client.any("b"), "of this method");
      service.gate.release(4);
      for (CompletableFuture<String> call : calls) {
        assertThat(call.get(20, TimeUnit.SECONDS)).isNotNull();
      }
    }
    assertThatThrownBy(() -> centre().maxInFlight("narrow", "nowhere", 1).start())
        .hasMessageContaining("narrow.nowhere")
        .hasMessageContaining("not published");
    assertThatThrownBy(() -> centre().maxInFlight("narrow", "two", -1)).hasMessageContaining("-1");
  }

  private record Named(String name) implements Principal {
    @Override
    public String getName() {
      return name;
    }
  }

  @Test
  void aClientHasOneShareOnAllItsConnections() throws Exception {
    try (ServiceCentre centre =
            centre().identify(shown -> new Named(shown.token())).maxInFlightPerPeer(2).start();
        RPCX ada = to(centre).token("ada").build();
        RPCX adaToo = to(centre).token("ada").build();
        RPCX bob = to(centre).token("bob").build()) {
      CompletableFuture<String> one = ada.client(Client.class).any("1");
      CompletableFuture<String> two = adaToo.client(Client.class).any("2");
      await().until(() -> service.began.get() == 2);
      overloaded(ada.client(Client.class).any("3"), "of this client");
      overloaded(adaToo.client(Client.class).any("4"), "of this client");
      CompletableFuture<String> other = bob.client(Client.class).any("5");
      await().until(() -> service.began.get() == 3);
      // A connection that goes gives back nothing that its calls still use.
      Runnable leave = ada::close;
      leave.run();
      overloaded(awaitOne(adaToo.client(Client.class)), "of this client");
      service.gate.release(3);
      assertThat(two.get(20, TimeUnit.SECONDS)).isEqualTo("2");
      assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo("5");
      assertThat(one).isDone();
      await().until(() -> centre.inFlight() == 0);
      service.gate.release(1);
      assertThat(adaToo.client(Client.class).any("6").get(20, TimeUnit.SECONDS)).isEqualTo("6");
    }
  }

  private static CompletableFuture<String> awaitOne(Client client) {
    return client.any("one more");
  }

  @Test
  void callsBeyondTheLimitWaitForRoomIfTheClientIsBuiltSo() throws Exception {
    Limits three = Limits.builder().maxInFlightPerConnection(3).build();
    try (ServiceCentre centre = centre().limits(three).start();
        RPCX waiting = to(centre).waitForRoom().build();
        RPCX failing = to(centre).limits(three).build()) {
      Client client = waiting.client(Client.class);
      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        calls.add(client.any("w" + i));
      }
      await().until(() -> service.began.get() == 3);
      assertThat(waiting.inFlight()).isEqualTo(20);
      assertThatThrownBy(() -> client.anyBriefly("late").get(20, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> {
                assertThat(e.status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
                assertThat(e.mayHaveRun()).isFalse();
              });
      assertThat(calls.get(19).cancel(true)).isTrue();
      assertThat(waiting.inFlight()).isEqualTo(19);
      service.gate.release(100);
      for (int i = 0; i < 19; i++) {
        assertThat(calls.get(i).get(20, TimeUnit.SECONDS)).isEqualTo("w" + i);
      }
      assertThat(service.began.get()).isEqualTo(19);
      assertThat(service.mostInside.get()).isLessThanOrEqualTo(3);
      assertThat(waiting.inFlight()).isZero();
      int drained = service.gate.drainPermits();
      assertThat(drained).isPositive();
      Client impatient = failing.connect().client(Client.class);
      List<CompletableFuture<String>> held = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        held.add(impatient.any("h"));
      }
      assertThatThrownBy(() -> impatient.any("no room").get(20, TimeUnit.SECONDS))
          .hasMessageContaining("RESOURCE_EXHAUSTED");
      service.gate.release(3);
      for (CompletableFuture<String> call : held) {
        assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("h");
      }
    }
  }

  @Test
  void whatWaitsForRoomRunsNoCodeOfTheApplicationWhereDeadlinesAreKept() throws Exception {
    Limits one = Limits.builder().maxInFlightPerConnection(1).build();
    try (RawServer server = new RawServer()) {
      server.hello =
          Envelope.newBuilder()
              .setHello(Hello.newBuilder().setVersion(1).setMaxFrameBytes(2_000))
              .build();
      try (RPCX rpcx = to(server.port()).limits(one).waitForRoom().build()) {
        Client client = rpcx.client(Client.class);
        assertThat(client.fails("greeted")).isEqualTo("peer 0");
        server.peers.get(0).silent = true;
        CompletableFuture<String> first = client.anyBriefly("held");
        AtomicReference<String> thread = new AtomicReference<>();
        CompletableFuture<String> next =
            client
                .any("x".repeat(5_000))
                .whenComplete(
                    (value, problem) -> {
                      thread.set(Thread.currentThread().getName());
                      // Waits, if it may.
                      assertThatThrownBy(() -> client.fails("waits"))
                          .isInstanceOf(RPCXException.class);
                    });
        assertThatThrownBy(() -> first.get(10, TimeUnit.SECONDS))
            .hasMessageContaining("DEADLINE_EXCEEDED");
        assertThatThrownBy(() -> next.get(10, TimeUnit.SECONDS))
            .hasMessageContaining("RESOURCE_EXHAUSTED");
        assertThat(thread.get()).isNotEqualTo("rpcx-deadlines");
      }
    }
  }

  @Test
  void aCallThatWaitedSendsTheServerWhatIsLeft() throws Exception {
    Limits one = Limits.builder().maxInFlightPerConnection(1).build();
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = to(listener.getLocalPort()).limits(one).waitForRoom().build()) {
      Client client = rpcx.client(Client.class);
      CompletableFuture<String> first = client.any("first");
      CompletableFuture<String> second = client.any("second");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        RPCXRequest held = peer.request();
        assertThat(held.getDeadlineMs()).isZero();
        Thread.sleep(100);
        peer.send(RawPeer.reply(held.getId(), "a"));
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("a");
        RPCXRequest waited = peer.request();
        assertThat(waited.getDeadlineMs()).isBetween(1, 20_000 - 100);
        peer.send(RawPeer.reply(waited.getId(), "b"));
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("b");
      }
    }
  }

  @Test
  void whatIsForgottenByItsDeadlineTakesNoRoomAmongThoseThatWait() throws Exception {
    Limits limits = Limits.builder().maxInFlightPerConnection(100).writeBufferBytes(65_536).build();
    try (RawServer server = new RawServer()) {
      server.hello =
          Envelope.newBuilder()
              .setHello(Hello.newBuilder().setVersion(1).setMaxInFlight(1))
              .build();
      try (RPCX rpcx =
          to(server.port())
              .limits(limits)
              .waitForRoom()
              .intercept((call, next) -> next.proceed())
              .build()) {
        Client client = rpcx.client(Client.class);
        assertThat(client.fails("greeted")).isEqualTo("peer 0");
        server.peers.get(0).silent = true;
        CompletableFuture<String> held = client.any("held");
        CompletableFuture<String> waiting = client.any("waits");
        await().until(() -> rpcx.inFlight() == 2);
        for (int i = 0; i < 3; i++) {
          CompletableFuture<String> late = client.anyBriefly("x".repeat(40_000));
          assertThatThrownBy(() -> late.get(10, TimeUnit.SECONDS))
              .hasMessageContaining("DEADLINE_EXCEEDED");
          await().until(() -> rpcx.inFlight() == 2);
        }
        assertThat(held).isNotDone();
        assertThat(waiting).isNotDone();
      }
    }
  }

  @Test
  void waitingCallsEndWithTheirClient() {
    Limits one = Limits.builder().maxInFlightPerConnection(1).build();
    try (ServiceCentre centre = centre().start();
        RPCX rpcx = to(centre).limits(one).waitForRoom().build()) {
      Client client = rpcx.client(Client.class);
      CompletableFuture<String> first = client.any("first");
      CompletableFuture<String> second = client.any("second");
      await().until(() -> service.began.get() == 1);
      Runnable leave = rpcx::close;
      leave.run();
      assertThatThrownBy(() -> first.get(20, TimeUnit.SECONDS)).hasMessageContaining("UNAVAILABLE");
      assertThatThrownBy(() -> second.get(20, TimeUnit.SECONDS))
          .hasMessageContaining("UNAVAILABLE");
      service.gate.release(10);
    }
  }
}
