package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Pong;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client trusts the server no more than the server trusts the client. */
class BadServerTest {
  private ServerSocket listener;
  private RPCX rpcx;
  private Greeter.Client greeter;

  @BeforeEach
  void start() throws IOException {
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(RawPeer.READ_TIMEOUT_MS);
    use(
        Limits.builder()
            .partialFrameTimeout(Duration.ofMillis(400))
            .pingInterval(Duration.ofMillis(150))
            .pingTimeout(Duration.ofMillis(300))
            .backoffInitial(Duration.ofMillis(1))
            .backoffMax(Duration.ofMillis(5))
            .maxFrameBytes(64 * 1024)
            .build(),
        Duration.ofSeconds(20));
  }

  private void use(Limits limits, Duration deadline) {
    if (rpcx != null) {
      rpcx.close();
    }
    rpcx =
        RPCX.builder()
            .address("127.0.0.1")
            .port(listener.getLocalPort())
            .deadline(deadline)
            .limits(limits)
            .build();
    greeter = rpcx.client(Greeter.Client.class);
  }

  @AfterEach
  void stop() throws IOException {
    assertThat(rpcx.inFlight()).isZero();
    rpcx.close();
    listener.close();
  }

  private RawPeer accept() throws IOException {
    RawPeer peer = new RawPeer(listener.accept());
    peer.send(RawPeer.hello());
    return peer;
  }

  private static StatusCode statusOf(CompletableFuture<?> call) {
    ExecutionException problem =
        catchThrowableOfType(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
    assertThat(problem).isNotNull();
    assertThat(problem).hasCauseInstanceOf(RPCXException.class);
    return ((RPCXException) problem.getCause()).status();
  }

  @Test
  void aLateReplyNeverMeetsAnotherCall() throws Exception {
    use(Limits.DEFAULTS, Duration.ofSeconds(20));
    CompletableFuture<String> connected = greeter.greetAsync("connected");
    try (RawPeer peer = accept()) {
      peer.send(RawPeer.reply(peer.request().getId(), "connected"));
      assertThat(connected.get(20, TimeUnit.SECONDS)).isEqualTo("connected");
      // This deadline alone is short, and covers no connecting.
      CallContext.enter(System.nanoTime() + TimeUnit.SECONDS.toNanos(2), Map.of(), Peer.UNKNOWN);
      CompletableFuture<String> first = greeter.greetAsync("first");
      var unusedContext = CallContext.leave();
      long lateId = peer.request().getId();
      assertThat(statusOf(first)).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      onlyItsOwnReplyEndsACall(peer, lateId);
    }
  }

  /** Replies of calls that have ended, twice, and of calls that never were. */
  private void onlyItsOwnReplyEndsACall(RawPeer peer, long lateId) throws Exception {
    CompletableFuture<String> second = greeter.greetAsync("second");
    long id = peer.request().getId();
    peer.send(RawPeer.reply(lateId, "too late"));
    peer.send(RawPeer.reply(lateId, "too late"));
    peer.send(RawPeer.reply(id + 1, "not requested"));
    peer.send(RawPeer.reply(id, "in time"));
    peer.send(RawPeer.reply(id, "again"));
    assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("in time");
  }

  @Test
  void repliesInAnyOrderFindTheirCalls() throws Exception {
    CompletableFuture<String> a = greeter.greetAsync("a");
    CompletableFuture<String> b = greeter.greetAsync("b");
    try (RawPeer peer = accept()) {
      RPCXRequest first = peer.request();
      RPCXRequest second = peer.request();
      peer.send(
          RawPeer.reply(
              second.getId(), second.getParameters(0).getValue().toStringUtf8() + " answered"));
      peer.send(
          RawPeer.reply(
              first.getId(), first.getParameters(0).getValue().toStringUtf8() + " answered"));
      assertThat(a.get(20, TimeUnit.SECONDS)).isEqualTo("a answered");
      assertThat(b.get(20, TimeUnit.SECONDS)).isEqualTo("b answered");
    }
  }

  @Test
  void garbageEndsTheCallsAndTheNextConnectionServes() throws Exception {
    Random random = new Random(3);
    for (int i = 0; i < 50; i++) {
      CompletableFuture<String> call = greeter.greetWhenReady("Ada");
      try (RawPeer peer = accept()) {
        RPCXRequest unused = peer.request();
        byte[] garbage = new byte[8 + random.nextInt(100)];
        random.nextBytes(garbage);
        garbage[0] |= 1;
        peer.send(garbage);
        assertThat(statusOf(call)).isEqualTo(StatusCode.UNAVAILABLE);
        assertThat(peer.isClosedByPeer()).isTrue();
      }
    }
    servesAgain();
  }

  private void servesAgain() throws Exception {
    CompletableFuture<String> call = greeter.greetWhenReady("Ada");
    try (RawPeer peer = accept()) {
      peer.send(RawPeer.reply(peer.request().getId(), "again"));
      assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("again");
    }
  }

  @Test
  void aLostConnectionEndsTheCallsInFlight() throws Exception {
    CompletableFuture<String> call = greeter.greetAsync("Ada");
    accept().close();
    assertThat(statusOf(call)).isEqualTo(StatusCode.UNAVAILABLE);
    servesAgain();
  }

  @Test
  void aSilentServerIsFoundOutByPings() throws Exception {
    CompletableFuture<String> call = greeter.greetAsync("Ada");
    try (RawPeer peer = accept()) {
      int pings = 0;
      try {
        while (true) {
          if (peer.receive().hasPing()) {
            pings++;
          }
        }
      } catch (IOException closed) {
        assertThat(pings).isEqualTo(1);
      }
      assertThat(statusOf(call)).isEqualTo(StatusCode.UNAVAILABLE);
    }
    servesAgain();
  }

  @Test
  void aServerThatStopsInMidFrameIsLeft() throws Exception {
    CompletableFuture<String> call = greeter.greetAsync("Ada");
    try (RawPeer peer = accept()) {
      RPCXRequest unused = peer.request();
      peer.send(new byte[] {0, 0, 1});
      assertThat(statusOf(call)).isEqualTo(StatusCode.UNAVAILABLE);
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void goAwayLetsCallsEndAndSendsNewOnesElsewhere() throws Exception {
    CompletableFuture<String> old = greeter.greetAsync("old");
    try (RawPeer peer = accept()) {
      long id = peer.request().getId();
      peer.send(Envelope.newBuilder().setGoAway(GoAway.newBuilder().setMessage("bye")).build());
      await().pollDelay(Duration.ofMillis(200)).until(() -> true);
      servesAgain();
      assertThat(old).isNotDone();
      peer.send(RawPeer.reply(id, "old answer"));
      assertThat(old.get(20, TimeUnit.SECONDS)).isEqualTo("old answer");
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void goAwayWithAStatusEndsTheCallsWithIt() throws Exception {
    CompletableFuture<String> call = greeter.greetAsync("Ada");
    try (RawPeer peer = accept()) {
      peer.send(
          Envelope.newBuilder()
              .setGoAway(GoAway.newBuilder().setStatus(7).setMessage("no"))
              .build());
      assertThat(statusOf(call)).isEqualTo(StatusCode.PERMISSION_DENIED);
    }
  }

  @Test
  void aServerThatDoesNotReadMakesCallsFailInsteadOfGatheringThem() throws Exception {
    use(
        Limits.builder().writeBufferBytes(128 * 1024).maxInFlightPerConnection(100_000).build(),
        Duration.ofSeconds(5));
    String text = "x".repeat(30_000);
    CompletableFuture<String> call = greeter.greetAsync(text);
    try (RawPeer peer = accept()) {
      for (int i = 0; i < 2000 && !call.isDone(); i++) {
        call = greeter.greetAsync(text);
        if (i % 20 == 0) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
      assertThat(statusOf(call)).isEqualTo(StatusCode.RESOURCE_EXHAUSTED);
      rpcx.close();
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void callsThatExpireBehindCodeThatBlocksEndAllTheSame() throws Exception {
    int most = 10;
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    try (RawServer server = new RawServer();
        RPCX client =
            RPCX.builder()
                .address("127.0.0.1")
                .port(server.port())
                .deadline(Duration.ofMillis(100))
                .limits(Limits.builder().maxInFlightPerConnection(most).build())
                .build()) {
      server.answer = id -> Envelope.newBuilder().setPong(Pong.newBuilder().setId(id)).build();
      Greeter.Client silent = client.client(Greeter.Client.class);
      List<CompletableFuture<?>> calls = new ArrayList<>();
      calls.add(
          silent
              .greetAsync("first")
              .whenComplete(
                  (value, problem) -> {
                    blocked.countDown();
                    awaitUninterruptibly(gate);
                  }));
      assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < most; i++) {
          calls.add(silent.greetAsync("later"));
        }
        await().until(() -> client.inFlight() == 0);
      }
      // The first one's stage, which blocks, is one of the calls.
      await().until(() -> calls.stream().filter(call -> !call.isDone()).count() == 1);
      gate.countDown();
      for (CompletableFuture<?> call : calls) {
        assertThat(statusOf(call))
            .isIn(StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED);
      }
      // There is room again.
      assertThat(statusOf(silent.greetAsync("last"))).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void noServerAtAllIsReportedAtOnceAndThenWithTheBackoff() throws IOException {
    listener.close();
    use(Limits.builder().backoffInitial(Duration.ofSeconds(20)).build(), Duration.ofSeconds(20));
    RPCXException first = catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada"));
    assertThat(first.status()).isEqualTo(StatusCode.UNAVAILABLE);
    assertThat(first.getMessage()).contains("cannot connect to 127.0.0.1:");
    RPCXException second = catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada"));
    assertThat(second.getMessage()).contains("next attempt in");
  }
}
