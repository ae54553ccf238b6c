package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a server can make a client hold: of frames that have not ended, and of results. */
class ClientReceiveLimitsTest {

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
        RPCX rpcx = client(listener.getLocalPort(), Limits.DEFAULTS)) {
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
  void behindHelloInOneWriteAFrameIsAsLongAsTheClientSaid() throws Exception {
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
    Limits limits = Limits.builder().maxFrameBytes(1024).build();
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
}
