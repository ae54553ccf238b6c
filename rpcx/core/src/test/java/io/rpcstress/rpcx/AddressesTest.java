package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Several addresses, further attempts, and what a caller learns of a call that failed. */
class AddressesTest {
  private static RPCX.Builder client(int... ports) {
    String[] addresses = new String[ports.length];
    for (int i = 0; i < ports.length; i++) {
      addresses[i] = "127.0.0.1:" + ports[i];
    }
    return RPCX.builder().addresses(addresses).deadline(Duration.ofSeconds(20));
  }

  private static int calls(ServiceCentre centre) {
    return (int) centre.callsServed();
  }

  @Test
  void bothKindsOfBalancingUseAllAddresses() {
    for (Balancing balancing : Balancing.values()) {
      try (ServiceCentre one = Greeter.serve(new Greeter.Service());
          ServiceCentre two = Greeter.serve(new Greeter.Service());
          RPCX rpcx = client(one.port(), two.port()).balancing(balancing).build()) {
        Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
        for (int i = 0; i < 200; i++) {
          assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
        }
        await().until(() -> calls(one) + calls(two) == 200);
        assertThat(calls(one)).as(balancing + "").isBetween(50, 150);
      }
    }
  }

  @Test
  void theAddressWithFewerCallsInFlightGetsMore() throws Exception {
    try (RawServer slow = new RawServer();
        RawServer quick = new RawServer();
        RPCX rpcx = client(slow.port(), quick.port()).build()) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      RawServer.Peer holds = slow.peers.get(0);
      holds.silent = true;
      int before = holds.requests.get();
      List<CompletableFuture<String>> held = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        CompletableFuture<String> call = greeter.greetAsync("Ada");
        await()
            .pollInterval(Duration.ofMillis(1))
            .until(() -> call.isDone() || holds.requests.get() - before > held.size());
        if (!call.isDone()) {
          held.add(call);
        }
      }
      assertThat(holds.requests.get() - before).isLessThanOrEqualTo(1);
      held.forEach(call -> call.cancel(true));
    }
  }

  @Test
  void aStoppedServerFailsNoCallWhileAnotherServes() throws Exception {
    ServiceCentre one = Greeter.serve(new Greeter.Service());
    try (ServiceCentre two = Greeter.serve(new Greeter.Service());
        RPCX rpcx = client(one.port(), two.port()).build()) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      CompletableFuture<Boolean> stopped =
          CompletableFuture.supplyAsync(() -> one.stop(Duration.ofSeconds(10)));
      int made = 0;
      while (!stopped.isDone() || made < 500) {
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
        made++;
      }
      assertThat(stopped.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anAddressThatRefusesCostsNoCall() throws IOException {
    int refused;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refused = socket.getLocalPort();
    }
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx = client(refused, centre.port()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      for (int i = 0; i < 100; i++) {
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      }
    }
  }

  @Test
  void oneAddressThatAnswersIsEnoughToConnect() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx =
            client(silent.getLocalPort(), centre.port()).deadline(Duration.ofSeconds(2)).build()) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void toConnectTakesOneDeadlineHoweverManyAddressesAreSilent() throws IOException {
    int deadlineMillis = 500;
    int addresses = 10;
    List<ServerSocket> silent = new ArrayList<>();
    int[] ports = new int[addresses];
    for (int i = 0; i < addresses; i++) {
      silent.add(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
      ports[i] = silent.get(i).getLocalPort();
    }
    try (RPCX rpcx = client(ports).deadline(Duration.ofMillis(deadlineMillis)).build()) {
      long before = System.nanoTime();
      assertThatThrownBy(rpcx::connect).hasMessageContaining("no connection within the deadline");
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isLessThan(Duration.ofMillis((long) addresses * deadlineMillis / 2));
    }
    for (ServerSocket each : silent) {
      each.close();
    }
  }

  @Test
  void aLostConnectionIsRetriedForIdempotentMethodsAlone() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> once = greeter.greetAsync("once");
      CompletableFuture<String> again = greeter.greetAgain("again");
      RPCXRequest first;
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        CompletableFuture<String> answered = greeter.greetAsync("answered");
        var unusedFirst = peer.request();
        first = peer.request();
        peer.send(RawPeer.reply(peer.request().getId(), "healthy"));
        assertThat(answered.get(20, TimeUnit.SECONDS)).isEqualTo("healthy");
      }
      RPCXException lost =
          (RPCXException)
              catchThrowableOfType(ExecutionException.class, () -> once.get(20, TimeUnit.SECONDS))
                  .getCause();
      assertThat(lost.status()).isEqualTo(StatusCode.UNAVAILABLE);
      assertThat(lost.mayHaveRun()).isTrue();
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        RPCXRequest second = peer.request();
        assertThat(second.getMethod()).isEqualTo("greet");
        assertThat(second.getParameters(0).getValue())
            .as("the same request")
            .isEqualTo(first.getParameters(0).getValue());
        peer.send(RawPeer.reply(second.getId(), "second attempt"));
        assertThat(again.get(20, TimeUnit.SECONDS)).isEqualTo("second attempt");
      }
      assertThat(rpcx.inFlight()).isZero();
    }
  }

  @Test
  void attemptsAndTheirBudgetAreBounded() throws Exception {
    try (RawServer dead = new RawServer();
        RPCX rpcx =
            client(dead.port())
                .connections(8)
                .limits(Limits.builder().backoffInitial(Duration.ofMillis(1)).build())
                .build()) {
      dead.closesAfterHello = true;
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      for (int i = 0; i < 200; i++) {
        CompletableFuture<String> call = greeter.greetAgain("Ada");
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
            .hasMessageContaining("UNAVAILABLE");
      }
      assertThat(rpcx.inFlight()).isZero();
    }
  }

  @Test
  void anAddressThatFailsInARowIsEjectedAndTheOtherServes() throws Exception {
    try (RawServer sick = new RawServer();
        RawServer well = new RawServer();
        RPCX rpcx = client(sick.port(), well.port()).balancing(Balancing.ROUND_ROBIN).build()) {
      sick.answer =
          id ->
              Envelope.newBuilder()
                  .setReply(
                      RPCXReply.newBuilder()
                          .setId(id)
                          .setStatus(StatusCode.OVERLOADED.number())
                          .setMessage("too much"))
                  .build();
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      await().until(() -> sick.peers.size() == 1 && well.peers.size() == 1);
      Map<StatusCode, Integer> ends = new HashMap<>();
      for (int i = 0; i < 100; i++) {
        RPCXException problem =
            catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada"));
        ends.merge(problem == null ? StatusCode.OK : problem.status(), 1, Integer::sum);
        if (problem != null) {
          assertThat(problem.mayHaveRun()).as("the server reports that it did not").isFalse();
        }
      }
      assertThat(ends.getOrDefault(StatusCode.OVERLOADED, 0))
          .isLessThanOrEqualTo(Limits.EJECT_AFTER_FAILURES);
      // An idempotent one is made again at the other address.
      for (int i = 0; i < 5; i++) {
        assertThat(greeter.greetAgain("Ada").get(20, TimeUnit.SECONDS)).isEqualTo("peer 0");
      }
    }
  }

  @Test
  void whatIsNoAddressIsRefused() {
    for (String bad : List.of("host", "host:", ":1", "host:0", "host:65536", "a:b:1", "::1:9001")) {
      assertThatThrownBy(() -> RPCX.builder().addresses(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected host:port");
    }
    assertThat(RPCX.builder().addresses("[::1]:9001", "host:9001")).isNotNull();
  }
}
