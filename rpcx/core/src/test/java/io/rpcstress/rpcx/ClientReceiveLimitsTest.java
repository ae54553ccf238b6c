package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.client.HeldBytes;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a server can make a client hold: of frames that have not ended, and of results. */
class ClientReceiveLimitsTest {
  private static final int FRAME = 4 * 1024 * 1024;
  private static final long BUDGET = 16L * 1024 * 1024;
  private static final int CONNECTIONS = 48;

  /** So long a wait that a call ends with what its first connection ended with. */
  private static final Duration NO_SECOND_ATTEMPT = Duration.ofSeconds(30);

  /** An address of the loopback device beside the usual one, for a second server on one port. */
  private static final String GOOD_HOST = "127.0.0.2";

  /** A server that announces much. */
  @RPCXClient(remoteServerName = "greeter", host = "127.0.0.1")
  interface Bad {
    @Method("greet")
    CompletableFuture<String> greet(String name);
  }

  /** Another server of the same client. */
  @RPCXClient(remoteServerName = "greeter", host = GOOD_HOST)
  interface Good {
    @Method("greet")
    String greet(String name);

    @Method("big")
    CompletableFuture<byte[]> big(int bytes);
  }

  private static RPCX clientOfBoth(RawServer bad, int each, Limits limits) {
    return RPCX.builder()
        .port(bad.port())
        .connections(each)
        .deadline(Duration.ofSeconds(20))
        .limits(limits)
        .build();
  }

  private static ServiceCentre serveBeside(RawServer bad) {
    return ServiceCentre.builder()
        .publish(new Greeter.Service())
        .address(GOOD_HOST)
        .port(bad.port())
        .start();
  }

  private static void sendSoon(RawPeer peer, byte[] bytes) {
    Thread thread =
        new Thread(
            () -> {
              try {
                peer.send(bytes);
              } catch (IOException closed) {
                // As it should be.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static RPCX client(int port, Limits limits) {
    return RPCX.builder()
        .address("127.0.0.1")
        .port(port)
        .deadline(Duration.ofSeconds(20))
        .limits(limits)
        .build();
  }

  private static ServerSocket listen() throws IOException {
    ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(RawPeer.READ_TIMEOUT_MS);
    return listener;
  }

  private static RPCXException problemOf(CompletableFuture<?> call) {
    ExecutionException problem =
        catchThrowableOfType(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
    assertThat(problem).isNotNull();
    assertThat(problem).hasCauseInstanceOf(RPCXException.class);
    return (RPCXException) problem.getCause();
  }

  private static Envelope goAway(String message) {
    return Envelope.newBuilder()
        .setGoAway(
            GoAway.newBuilder().setStatus(StatusCode.UNAUTHENTICATED.number()).setMessage(message))
        .build();
  }

  @Test
  void beforeHelloAFrameIsSmall() throws Exception {
    try (ServerSocket listener = listen();
        RPCX rpcx =
            client(
                listener.getLocalPort(),
                Limits.builder().backoffInitial(NO_SECOND_ATTEMPT).build())) {
      CompletableFuture<String> call = rpcx.client(Greeter.Client.class).greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        // Nothing but its length: what follows is not waited for.
        peer.send(ByteBuffer.allocate(4).putInt(Limits.MAX_HELLO_BYTES + 1).array());
        RPCXException problem = problemOf(call);
        assertThat(problem.status()).isEqualTo(StatusCode.UNAVAILABLE);
        assertThat(problem).hasMessageContaining("more than 8192 bytes");
        assertThat(peer.isClosedByPeer()).isTrue();
      }
    }
  }

  @Test
  void aGoAwayBeforeHelloMayBeAsLongAsAHello() throws Exception {
    String reason = "r".repeat(Limits.MAX_HELLO_BYTES);
    int beside = goAway(reason).getSerializedSize() - Limits.MAX_HELLO_BYTES;
    String longest = reason.substring(beside);
    try (ServerSocket listener = listen();
        RPCX rpcx = client(listener.getLocalPort(), Limits.DEFAULTS)) {
      CompletableFuture<String> call = rpcx.client(Greeter.Client.class).greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        assertThat(goAway(longest).getSerializedSize()).isEqualTo(Limits.MAX_HELLO_BYTES);
        peer.send(goAway(longest));
        RPCXException problem = problemOf(call);
        assertThat(problem.status()).isEqualTo(StatusCode.UNAUTHENTICATED);
        assertThat(problem).hasMessageContaining(longest);
      }
    }
  }

  @Test
  void behindHelloInOneWriteAFrameIsAsLongAsTheClientAllows() throws Exception {
    Limits limits = Limits.builder().maxFrameBytes(64 * 1024).build();
    try (ServerSocket listener = listen();
        RPCX rpcx = client(listener.getLocalPort(), limits)) {
      CompletableFuture<String> call = rpcx.client(Greeter.Client.class).greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        byte[] hello = RawPeer.frame(RawPeer.hello());
        byte[] unknown = RawPeer.frame(RawPeer.reply(1, "x".repeat(60 * 1024)));
        peer.send(
            ByteBuffer.allocate(hello.length + unknown.length).put(hello).put(unknown).array());
        peer.send(RawPeer.reply(peer.request().getId(), "x".repeat(60 * 1024)));
        assertThat(call.get(20, TimeUnit.SECONDS)).hasSize(60 * 1024);
      }
    }
  }

  @Test
  void aClientOfSmallerFramesHoldsAServerToThoseBeforeHello() throws Exception {
    Limits limits = Limits.builder().maxFrameBytes(1024).backoffInitial(NO_SECOND_ATTEMPT).build();
    Envelope longHello =
        Envelope.newBuilder()
            .setHello(Hello.newBuilder().setVersion(1).setToken("t".repeat(1024)))
            .build();
    try (ServerSocket listener = listen();
        RPCX rpcx = client(listener.getLocalPort(), limits)) {
      CompletableFuture<String> call = rpcx.client(Greeter.Client.class).greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(longHello);
        assertThat(problemOf(call)).hasMessageContaining("more than 1024 bytes");
      }
    }
  }

  @Test
  void partialFramesOfAllConnectionsShareABudgetAndWaitForIt() throws Exception {
    Limits limits =
        Limits.builder()
            .maxReceivingBytes(BUDGET)
            .partialFrameTimeout(Duration.ofMinutes(5))
            .pingInterval(Duration.ofMillis(200))
            .pingTimeout(Duration.ofMillis(200))
            .build();
    byte[] whole = RawPeer.frame(RawPeer.reply(1, "x".repeat(FRAME - 100)));
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    try (RawServer bad = new RawServer();
        ServiceCentre centre = serveBeside(bad);
        RPCX rpcx = clientOfBoth(bad, CONNECTIONS, limits)) {
      Bad unused = rpcx.client(Bad.class);
      assertThat(centre.port()).isEqualTo(bad.port());
      Good good = rpcx.client(Good.class);
      rpcx.connect();
      assertThat(bad.peers).hasSize(CONNECTIONS);
      for (RawServer.Peer peer : bad.peers) {
        sendSoon(peer.raw, half);
      }
      await().until(() -> rpcx.receivingBytes() > BUDGET - FRAME);
      for (int i = 0; i < 50; i++) {
        assertThat(good.greet("n" + i)).isEqualTo("hello, n" + i);
      }
      // What the kernel holds for the connections has come, or waits there.
      await().pollDelay(Duration.ofMillis(500)).until(() -> true);
      long kept = HeldBytes.of(rpcx.client());
      assertThat(rpcx.receivingBytes()).isLessThanOrEqualTo(BUDGET);
      assertThat(kept).isBetween(BUDGET / 2, BUDGET + CONNECTIONS * 128L * 1024);

      // A large reply of the good server waits, and silence is not the server's meanwhile.
      CompletableFuture<byte[]> big = good.big(1024 * 1024);
      await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
      assertThat(big).isNotDone();
      bad.refuse();
      for (RawServer.Peer peer : bad.peers) {
        peer.end();
      }
      assertThat(big.get(20, TimeUnit.SECONDS)).hasSize(1024 * 1024);
      assertThat(good.greet("Ada")).isEqualTo("hello, Ada");
      await().until(() -> rpcx.receivingBytes() == 0);
    }
  }

  @Test
  void aFrameWaitsForMemoryNoLongerThanItMightTakeToCome() throws Exception {
    Limits limits =
        Limits.builder()
            .maxReceivingBytes(FRAME + Integer.BYTES)
            .partialFrameTimeout(Duration.ofMillis(500))
            .minBytesPerSecond(128 * 1024)
            .build();
    byte[] whole = RawPeer.frame(RawPeer.reply(1, "x".repeat(FRAME - 100)));
    try (RawServer bad = new RawServer();
        ServiceCentre centre = serveBeside(bad);
        RPCX rpcx = clientOfBoth(bad, 1, limits)) {
      Bad unused = rpcx.client(Bad.class);
      assertThat(centre.port()).isEqualTo(bad.port());
      Good good = rpcx.client(Good.class);
      rpcx.connect();
      RawPeer holder = bad.peers.get(0).raw;
      sendSoon(holder, Arrays.copyOf(whole, whole.length - 1));
      await().until(() -> rpcx.receivingBytes() == whole.length);

      long began = System.nanoTime();
      RPCXException problem = problemOf(good.big(64 * 1024));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);

      assertThat(problem.status()).isEqualTo(StatusCode.UNAVAILABLE);
      assertThat(problem).hasMessageContaining("no memory").hasMessageContaining("maxReceiving");
      assertThat(millis).isGreaterThanOrEqualTo(900L);
      // On its next connection small calls go on, and beside the other one.
      await().ignoreExceptions().until(() -> good.greet("Ada").equals("hello, Ada"));
      assertThat(rpcx.receivingBytes()).isEqualTo(whole.length);
    }
  }

  /** What came of much. */
  record Much(List<List<Integer>> lists) {}

  /** Fails with much. */
  @Published("too-much")
  static final class TooMuch extends Exception {
    private static final long serialVersionUID = 1L;

    final List<Integer> numbers;

    TooMuch(List<Integer> numbers) {
      this.numbers = numbers;
    }
  }

  /** Answers with as many numbers as the argument is. */
  @RPCXServer("numbers")
  static final class Numbers {
    @Method("result")
    public Much result(int count) {
      return new Much(List.of(Collections.nCopies(count, 1)));
    }

    @Method("detail")
    public String detail(int count) {
      if (count > 0) {
        throw new RPCXException(StatusCode.ABORTED, "as requested").withDetail(result(count));
      }
      return "none";
    }

    @Method("error")
    public String error(int count) throws TooMuch {
      if (count > 0) {
        throw new TooMuch(Collections.nCopies(count, 1));
      }
      return "none";
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "numbers")
  interface NumbersClient {
    @Method("result")
    Much result(int count);

    @Method("detail")
    String detail(int count);

    @Method("error")
    String error(int count) throws TooMuch;
  }

  @Test
  void whatAResultBecomesIsCountedByTheClientsOwnLimits() throws Exception {
    Limits limits = Limits.builder().maxObjects(100).build();
    try (ServiceCentre centre = Greeter.serve(new Numbers());
        RPCX rpcx = client(centre.port(), limits)) {
      NumbersClient numbers = rpcx.client(NumbersClient.class);
      assertThat(numbers.result(90).lists().get(0)).hasSize(90);
      RPCXException problem = catchThrowableOfType(RPCXException.class, () -> numbers.result(100));
      assertThat(problem.status()).isEqualTo(StatusCode.INTERNAL);
      assertThat(problem).hasMessageContaining("more than 100 objects");
    }
  }

  @Test
  void whatAFailureCarriesIsCountedByTheClientsOwnLimits() throws Exception {
    Limits limits = Limits.builder().maxObjects(100).build();
    try (ServiceCentre centre = Greeter.serve(new Numbers());
        RPCX rpcx = client(centre.port(), limits)) {
      NumbersClient numbers = rpcx.client(NumbersClient.class);
      RPCXException few = catchThrowableOfType(RPCXException.class, () -> numbers.detail(90));
      assertThat(few.detail(Much.class)).isPresent();
      RPCXException many = catchThrowableOfType(RPCXException.class, () -> numbers.detail(100));
      assertThat(many.status()).isEqualTo(StatusCode.ABORTED);
      assertThat(many.detail(Much.class)).isEmpty();
      TooMuch declared = catchThrowableOfType(TooMuch.class, () -> numbers.error(90));
      assertThat(declared.numbers).hasSize(90);
      RPCXException undeclared =
          catchThrowableOfType(RPCXException.class, () -> numbers.error(100));
      assertThat(undeclared.status()).isEqualTo(StatusCode.UNKNOWN);
    }
  }

  @Test
  void aClientMayTakeLargerResultsThanByDefault() throws Exception {
    int defaults = Limits.DEFAULTS.maxObjects();
    Limits limits = Limits.builder().maxObjects(2 * defaults).build();
    List<List<Integer>> lists = Collections.nCopies(6, Collections.nCopies(90_000, 1));
    ValueCodec codec = new Codecs().of(Much.class);
    RPCXReply reply = RPCXReply.newBuilder().setResult(codec.encode(new Much(lists))).build();
    try (RawServer server = new RawServer();
        RPCX rpcx = client(server.port(), limits)) {
      server.answer = id -> Envelope.newBuilder().setReply(reply.toBuilder().setId(id)).build();
      assertThat(rpcx.client(NumbersClient.class).result(1).lists()).isEqualTo(lists);
    }
  }
}
