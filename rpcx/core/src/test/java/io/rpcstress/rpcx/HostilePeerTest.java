package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Peers that break the rules lose their connection; the next good client is served. */
class HostilePeerTest {
  private static final long SEED = 20231128;
  private static final int CASES = 1500;

  private static final int MAX_CONNECTIONS = 20;

  private ServiceCentre centre;

  @BeforeEach
  void start() {
    centre = Greeter.serve(new Greeter.Service(), limits().build());
  }

  private static Limits.Builder limits() {
    return Limits.builder().maxConnections(MAX_CONNECTIONS).maxFrameBytes(1024 * 1024);
  }

  /** Peers that are merely slow must not lose to it, so only the tests of slow peers use it. */
  private void restartImpatient() {
    centre.stop(Duration.ZERO);
    Limits limits =
        limits()
            .handshakeTimeout(Duration.ofMillis(2000))
            .partialFrameTimeout(Duration.ofMillis(400))
            .idleTimeout(Duration.ofMillis(3000))
            .stalledWriteTimeout(Duration.ofMillis(500))
            .writeBufferBytes(65536)
            .build();
    centre = Greeter.serve(new Greeter.Service(), limits);
  }

  @AfterEach
  void aGoodClientIsServedAndNothingIsLeft() {
    await().until(() -> centre.connections() == 0);
    try (RPCX rpcx = Greeter.connectTo(centre)) {
      assertThat(rpcx.client(Greeter.Client.class).greet("Ada")).isEqualTo("hello, Ada");
    }
    assertThat(centre.inFlight()).isZero();
    assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
  }

  private void loses(byte[] bytes) throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(bytes);
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void anOversizedFrameClosesWithAReason() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(new byte[] {0x7F, 0, 0, 0});
      Envelope last = peer.receive();
      assertThat(last.getGoAway().getStatus()).isEqualTo(StatusCode.INVALID_ARGUMENT.number());
      assertThat(last.getGoAway().getMessage()).contains("more than 1048576 bytes");
      assertThat(peer.isClosedByPeer()).isTrue();
    }
    loses(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF});
    loses(new byte[] {0, 16, 0, 1});
  }

  @Test
  void bytesThatAreNoProtobufClose() throws IOException {
    loses(new byte[] {0, 0, 0, 3, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF});
    loses(new byte[] {0, 0, 0, 3, 0x0A, 0x7F, 1});
    loses("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aFirstFrameThatIsNotHelloCloses() throws IOException {
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(RawPeer.greet(1, "Ada"));
      assertThat(peer.receive().getGoAway().getMessage()).contains("not HELLO");
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void aHelloOfAnotherVersionAndASecondHelloClose() throws IOException {
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(Envelope.newBuilder().setHello(Hello.newBuilder().setVersion(2)).build());
      assertThat(peer.receive().getGoAway().getMessage()).contains("version 1");
      assertThat(peer.isClosedByPeer()).isTrue();
    }
    loses(RawPeer.frame(RawPeer.hello()));
  }

  @Test
  void tooManyParametersOrTooLongNamesClose() throws IOException {
    RPCXRequest.Builder many = RawPeer.greet(1, "x").getRequest().toBuilder();
    while (many.getParametersCount() <= Limits.MAX_PARAMETERS) {
      many.addParameters(many.getParameters(0));
    }
    loses(RawPeer.frame(Envelope.newBuilder().setRequest(many).build()));
    String longName = "x".repeat(Limits.MAX_NAME_BYTES + 1);
    loses(RawPeer.frame(RawPeer.request(1, longName, "greet", "string", ByteString.EMPTY)));
    loses(RawPeer.frame(RawPeer.request(1, "greeter", longName, "string", ByteString.EMPTY)));
  }

  @Test
  void aSilentPeerIsClosed() throws IOException {
    restartImpatient();
    try (RawPeer silent = new RawPeer(centre.port())) {
      assertThat(silent.isClosedByPeer()).isTrue();
    }
    try (RawPeer idle = new RawPeer(centre.port())) {
      idle.send(RawPeer.hello());
      assertThat(idle.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void aPeerThatDribblesIsClosed() throws Exception {
    restartImpatient();
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(RawPeer.hello());
      byte[] frame = RawPeer.frame(RawPeer.greet(1, "x".repeat(1000)));
      int sent = 0;
      try {
        while (sent < frame.length) {
          peer.send(new byte[] {frame[sent++]});
          TimeUnit.MILLISECONDS.sleep(20);
        }
      } catch (SocketException closed) {
        // As it should be.
      }
      assertThat(sent).isLessThan(frame.length);
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void aPeerThatDoesNotReadIsHeldBackAndThenClosed() throws Exception {
    restartImpatient();
    Runtime runtime = Runtime.getRuntime();
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(RawPeer.hello());
      ByteString size = ByteString.copyFrom(new byte[] {(byte) 0x80, (byte) 0x80, 0x20});
      byte[] request = RawPeer.frame(RawPeer.request(1, "greeter", "big", "int32", size));
      // 10,000 requests of 60 bytes for 512 KiB each: 5 GB, if they were gathered.
      byte[] flood = new byte[request.length * 10_000];
      for (int i = 0; i < 10_000; i++) {
        System.arraycopy(request, 0, flood, i * request.length, request.length);
      }
      Thread writer =
          new Thread(
              () -> {
                try {
                  peer.send(flood);
                } catch (IOException closed) {
                  // As it should be.
                }
              });
      writer.start();
      await().atMost(Duration.ofSeconds(20)).until(() -> centre.connections() == 0);
      assertThat(runtime.totalMemory() - runtime.freeMemory()).isLessThan(500L * 1024 * 1024);
      writer.join(20_000);
    }
  }

  @Test
  void aFloodOfPingsIsClosed() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      byte[] ping =
          RawPeer.frame(Envelope.newBuilder().setPing(Ping.newBuilder().setId(1)).build());
      byte[] flood = new byte[ping.length * (Limits.PING_STRIKES + 1)];
      for (int i = 0; i <= Limits.PING_STRIKES; i++) {
        System.arraycopy(ping, 0, flood, i * ping.length, ping.length);
      }
      peer.send(flood);
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreClosedAndTheOthersServed() throws IOException {
    List<RawPeer> good = new ArrayList<>();
    try {
      for (int i = 0; i < MAX_CONNECTIONS; i++) {
        good.add(RawPeer.greeted(centre.port()));
      }
      try (RawPeer tooMany = new RawPeer(centre.port())) {
        assertThat(tooMany.isClosedByPeer()).isTrue();
      }
      for (RawPeer peer : good) {
        peer.send(RawPeer.greet(1, "Ada"));
        assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
      }
    } finally {
      for (RawPeer peer : good) {
        peer.close();
      }
    }
  }

  @Test
  void seededFuzzingOfFramesEnvelopesAndValuesBreaksNothing() throws IOException {
    Random random = new Random(SEED);
    byte[][] seeds = {
      RawPeer.frame(RawPeer.hello()),
      RawPeer.frame(RawPeer.greet(1, "Ada")),
      RawPeer.frame(
          RawPeer.request(
              2, "greeter", "join", "list<string>", ByteString.copyFrom(new byte[] {10, 1, 65}))),
      RawPeer.frame(Envelope.newBuilder().setPing(Ping.newBuilder().setId(3)).build()),
    };
    try (RPCX rpcx = Greeter.connectTo(centre)) {
      Greeter.Client good = rpcx.client(Greeter.Client.class);
      for (int i = 0; i < CASES; i++) {
        boolean greetFirst = random.nextInt(4) > 0;
        try (RawPeer peer =
            greetFirst ? RawPeer.greeted(centre.port()) : new RawPeer(centre.port())) {
          for (int burst = random.nextInt(4); burst >= 0; burst--) {
            peer.send(mutated(seeds[random.nextInt(seeds.length)], random));
          }
        } catch (SocketException closed) {
          // The server may close at any byte.
        }
        if (i % 100 == 0) {
          assertThat(good.greet("n" + i)).isEqualTo("hello, n" + i);
        }
      }
    }
  }

  /** Flips, cuts, inserts; often keeps the length right, so that the inner layers are reached. */
  private static byte[] mutated(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    if (random.nextInt(8) == 0) {
      bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
    }
    for (int flips = random.nextInt(5); flips > 0 && bytes.length > 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(3) == 0) {
      bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 20));
    }
    if (random.nextInt(3) > 0 && bytes.length >= 4) {
      int length = bytes.length - 4;
      bytes[0] = 0;
      bytes[1] = 0;
      bytes[2] = (byte) (length >>> 8);
      bytes[3] = (byte) length;
    }
    return bytes;
  }
}
