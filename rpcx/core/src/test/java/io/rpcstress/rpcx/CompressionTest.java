package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections that compress: agreed on in HELLO, read and written as a stream, bounded on both
 * sides, and none of it where one side does not want it.
 */
class CompressionTest {
  /** How long a busy machine may take for what has no time here. */
  private static final Duration WAIT = Duration.ofMinutes(1);

  /** Neither side breaks a connection because the other one got no processor. */
  private static final Limits PATIENT =
      Limits.builder()
          .connectTimeout(WAIT)
          .handshakeTimeout(WAIT)
          .partialFrameTimeout(WAIT)
          .pingInterval(WAIT.multipliedBy(5))
          .idleTimeout(WAIT.multipliedBy(10))
          .build();

  private static final String OFFER = "00000006 1a04 0801 3801";
  private static final String TAKEN = "0000000e 1a0c 0801 1080808002 288020 3801";

  /** "greeter", "greet", "Ada", with id 0x0102030405060708, as a frame. */
  private static final String GREET =
      "00000024 0a22 089601 1207 67726565746572 1a05 6772656574"
          + "220d 0a06 737472696e67 1203 416461";

  private static final String GREETED = "00000011 120f 089601 120a 68656c6c6f2c20416461";

  private static ServiceCentre centre;

  /** Greets, and answers with what does not compress. */
  @RPCXServer("greeter")
  public static final class Service {
    @Method("greet")
    public String greet(String name) {
      return "hello, " + name;
    }

    @Method("big")
    public byte[] big(int bytes) {
      return new byte[bytes];
    }

    @Method(value = "random", inline = true)
    public byte[] random(int bytes) {
      byte[] result = new byte[bytes];
      new Random(bytes).nextBytes(result);
      return result;
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "greeter")
  interface Client {
    @Method("greet")
    String greet(String name);

    @Method("greet")
    CompletableFuture<String> greetAsync(String name);

    @Method("big")
    byte[] big(int bytes);

    @Method("random")
    CompletableFuture<byte[]> random(int bytes);
  }

  /** A peer of nothing but a socket and the JDK's zlib. */
  private static final class Compressing implements AutoCloseable {
    final RawPeer raw;
    final Deflater deflater = new Deflater(9, true);
    final DataInputStream in;

    Compressing(RawPeer raw) throws IOException {
      this.raw = raw;
      in =
          new DataInputStream(
              new InflaterInputStream(raw.socket().getInputStream(), new Inflater(true), 8192));
    }

    /** Offers to compress, and reads that the server does. */
    static Compressing greeted(int port) throws IOException {
      RawPeer raw = new RawPeer(port);
      raw.send(hex(OFFER));
      answers(raw, TAKEN);
      return new Compressing(raw);
    }

    byte[] deflated(byte[] bytes) {
      return CompressionTest.deflated(deflater, bytes);
    }

    void send(byte[] bytes) throws IOException {
      raw.send(deflated(bytes));
    }

    Envelope receive() throws IOException {
      byte[] body = new byte[in.readInt()];
      in.readFully(body);
      return Envelope.parseFrom(body);
    }

    /** The farewell with which the server closes. */
    GoAway farewell() throws IOException {
      Envelope envelope = receive();
      while (!envelope.hasGoAway()) {
        envelope = receive();
      }
      assertThat(raw.isClosedByPeer()).isTrue();
      return envelope.getGoAway();
    }

    @Override
    public void close() throws IOException {
      raw.close();
      deflater.end();
    }
  }

  @BeforeAll
  static void start() {
    centre =
        ServiceCentre.builder()
            .publish(new Service())
            .maxCompressedConnections(4)
            .limits(PATIENT)
            .start();
  }

  @AfterEach
  void aGoodClientIsServed() {
    await().atMost(WAIT).until(() -> centre.connections() == 0);
    try (RPCX rpcx = client(centre.port(), true)) {
      assertThat(rpcx.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(rpcx.compressedConnections()).isEqualTo(1);
    }
  }

  @AfterAll
  static void stop() {
    centre.stop(Duration.ZERO);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static void answers(RawPeer peer, String reply) throws IOException {
    byte[] expected = hex(reply);
    assertThat(peer.socket().getInputStream().readNBytes(expected.length)).isEqualTo(expected);
  }

  private static byte[] deflated(Deflater deflater, byte[] bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[4096];
    deflater.setInput(bytes);
    int length;
    do {
      length = deflater.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH);
      all.write(piece, 0, length);
    } while (length == piece.length);
    return all.toByteArray();
  }

  private static RPCX client(int port, boolean compressed) {
    RPCX.Builder builder =
        RPCX.builder().address("127.0.0.1").port(port).deadline(WAIT).limits(PATIENT);
    return (compressed ? builder.compressed() : builder).build();
  }

  @Test
  void theGoldenBytes() throws IOException {
    try (Compressing peer = Compressing.greeted(centre.port())) {
      // A stored block of 40 bytes, as docs/wire.md has it: a writer need not compress.
      peer.raw.send(hex("00 2800 d7ff" + GREET));
      assertThat(peer.in.readNBytes(21)).isEqualTo(hex(GREETED));
      // The same by zlib, behind an empty block, in two parts.
      byte[] compressed = peer.deflated(hex(GREET));
      peer.raw.send(hex("000000ffff"));
      peer.raw.send(Arrays.copyOf(compressed, 9));
      peer.raw.send(Arrays.copyOfRange(compressed, 9, compressed.length));
      assertThat(peer.in.readNBytes(21)).isEqualTo(hex(GREETED));
    }
  }

  @Test
  void theClientsBytes() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), true)) {
      Client greeter = rpcx.client(Client.class);
      CompletableFuture<String> first = greeter.greetAsync("Ada");
      try (RawPeer raw = new RawPeer(listener.accept())) {
        assertThat(raw.receive().getHello().getCompression()).isEqualTo(1);
        assertThat(raw.socket().getInputStream().available())
            .as("nothing comes before the answer")
            .isZero();
        Compressing peer = new Compressing(raw);
        // What follows HELLO in the same segment is compressed already.
        byte[] ping = peer.deflated(hex("00000005 2203 089601"));
        raw.send(ByteBuffer.allocate(18 + ping.length).put(hex(TAKEN)).put(ping).array());
        Envelope one = peer.receive();
        Envelope other = peer.receive();
        Envelope request = one.hasRequest() ? one : other;
        Envelope pong = one.hasRequest() ? other : one;
        assertThat(pong.getPong().getId()).isEqualTo(150);
        assertThat(request.getRequest().getMethod()).isEqualTo("greet");
        long id = request.getRequest().getId();
        peer.send(RawPeer.frame(RawPeer.reply(id, "compressed")));
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("compressed");
        assertThat(rpcx.compressedConnections()).isEqualTo(1);
      }
    }
  }

  @Test
  void callsTakeFewerBytesWhicheverThreadWritesThem() throws Exception {
    try (FaultProxy proxy = new FaultProxy(centre.port());
        RPCX rpcx = client(proxy.port(), true)) {
      Client greeter = rpcx.client(Client.class);
      assertThat(greeter.greet("Ada Lovelace")).isEqualTo("hello, Ada Lovelace");
      long before = proxy.passedBytes();
      for (int i = 0; i < 100; i++) {
        // By the caller itself.
        assertThat(greeter.greet("Ada Lovelace " + i)).isEqualTo("hello, Ada Lovelace " + i);
      }
      assertThat((proxy.passedBytes() - before) / 100).as("alone").isLessThan(50);
      before = proxy.passedBytes();
      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        // By the event loop, many at a time.
        calls.add(greeter.greetAsync("Ada Lovelace " + i));
      }
      for (int i = 0; i < calls.size(); i++) {
        assertThat(calls.get(i).get(20, TimeUnit.SECONDS)).isEqualTo("hello, Ada Lovelace " + i);
      }
      assertThat((proxy.passedBytes() - before) / calls.size()).as("many").isLessThan(45);
    }
  }

  @Test
  void whatDoesNotCompressComesWholeThroughFullBuffers() throws Exception {
    try (RPCX rpcx = client(centre.port(), true)) {
      Client greeter = rpcx.client(Client.class);
      byte[] expected = new Service().random(300_000);
      List<CompletableFuture<byte[]>> calls = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        calls.add(greeter.random(300_000));
      }
      for (CompletableFuture<byte[]> call : calls) {
        assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo(expected);
      }
      byte[] noise = new byte[400_000];
      new Random(1).nextBytes(noise);
      String text = HexFormat.of().formatHex(noise);
      assertThat(greeter.greet(text)).isEqualTo("hello, " + text);
    }
  }

  /** Short enough for a caller to write by itself, and hardly to be compressed. */
  private static String numbered(int number) {
    byte[] noise = new byte[1400];
    new Random(number).nextBytes(noise);
    return number + " " + HexFormat.of().formatHex(noise);
  }

  @Test
  void whatTheSystemDoesNotTakeAtOnceComesWholeAndInOrder() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), true)) {
      Client greeter = rpcx.client(Client.class);
      CompletableFuture<String> first = greeter.greetAsync("first");
      try (RawPeer raw = new RawPeer(listener.accept())) {
        assertThat(raw.receive().getHello().getCompression()).isEqualTo(1);
        raw.send(hex(TAKEN));
        Compressing peer = new Compressing(raw);
        peer.send(RawPeer.frame(RawPeer.reply(peer.receive().getRequest().getId(), "first")));
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("first");
        // Each is alone when it is written, since the one before has been given up; the peer does
        // not read.
        // Where the event loop gets no processor for a while, calls are given up unwritten.
        int made = 0;
        long end = System.nanoTime() + WAIT.toNanos();
        CompletableFuture<String> call = greeter.greetAsync(numbered(made));
        while (!call.isCompletedExceptionally() && System.nanoTime() - end < 0) {
          boolean unused = call.cancel(true);
          made++;
          call = greeter.greetAsync(numbered(made));
        }
        assertThat(call).as("the client wrote without end").isCompletedExceptionally();
        assertThat(readUntilItTakesMore(greeter, peer).get(20, TimeUnit.SECONDS))
            .isEqualTo("answered");
      }
    }
  }

  /** Reads what was written before in its order, and answers a call after it. */
  private static CompletableFuture<String> readUntilItTakesMore(Client greeter, Compressing peer)
      throws IOException {
    CompletableFuture<String> last = greeter.greetAsync("last");
    int before = -1;
    while (true) {
      Envelope next = peer.receive();
      if (!next.hasRequest()) {
        continue;
      }
      String text = next.getRequest().getParameters(0).getValue().toStringUtf8();
      if ("last".equals(text)) {
        assertThat(before).isPositive();
        peer.send(RawPeer.frame(RawPeer.reply(next.getRequest().getId(), "answered")));
        return last;
      }
      int number = Integer.parseInt(text.substring(0, text.indexOf(' ')));
      assertThat(number).isGreaterThan(before);
      assertThat(text).isEqualTo(numbered(number));
      before = number;
      if (last.isCompletedExceptionally()) {
        last = greeter.greetAsync("last");
      }
    }
  }

  @Test
  void whatCompressesBetterThanIsAllowedTravelsAllTheSame() {
    try (RPCX rpcx = client(centre.port(), true)) {
      Client greeter = rpcx.client(Client.class);
      String text = "x".repeat(3_000_000);
      for (int i = 0; i < 3; i++) {
        assertThat(greeter.big(4_000_000)).containsOnly(0);
        assertThat(greeter.greet(text)).isEqualTo("hello, " + text);
      }
      assertThat(rpcx.compressedConnections()).isEqualTo(1);
    }
  }

  @Test
  void aClientThatReadsLateGetsEveryReplyInOrder() throws IOException {
    int calls = 500;
    int length = 40_000; // more than zlib looks back
    try (Compressing peer = Compressing.greeted(centre.port())) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 1; i <= calls; i++) {
        all.writeBytes(
            RawPeer.frame(
                RawPeer.request(
                    i,
                    "greeter",
                    "random",
                    "int32",
                    ByteString.copyFrom(hex("c0b802"))))); // 40,000
      }
      peer.send(all.toByteArray());
      // The server stops reading in the middle of what it has inflated, and goes on later.
      await().atMost(WAIT).until(() -> centre.callsServed() > 0);
      for (int i = 1; i <= calls; i++) {
        RPCXReply reply = peer.receive().getReply();
        assertThat(reply.getId()).isEqualTo(i);
        assertThat(reply.getResult().size()).isEqualTo(length);
      }
    }
  }

  @Test
  void aSideThatDoesNotKnowCompressionIsServedAndCalledWithout() throws Exception {
    try (ServiceCentre plain = ServiceCentre.builder().publish(new Service()).start();
        RPCX offering = client(plain.port(), true);
        RPCX silent = client(centre.port(), false);
        RawServer old = new RawServer();
        RPCX toOld = client(old.port(), true);
        RawPeer oldClient = RawPeer.greeted(centre.port())) {
      assertThat(offering.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(offering.compressedConnections()).isZero();
      assertThat(silent.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(silent.compressedConnections()).isZero();
      assertThat(toOld.client(Client.class).greet("Ada")).isEqualTo("peer 0");
      assertThat(toOld.compressedConnections()).isZero();
      oldClient.send(RawPeer.greet(1, "Ada"));
      assertThat(oldClient.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
    }
  }

  @Test
  void connectionsBeyondTheServersNumberAreServedWithout() throws IOException {
    List<Compressing> peers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      peers.add(Compressing.greeted(centre.port()));
    }
    try (RPCX rpcx = client(centre.port(), true)) {
      assertThat(rpcx.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(rpcx.compressedConnections()).isZero();
    }
    peers.remove(0).close();
    await()
        .atMost(WAIT)
        .untilAsserted(
            () -> {
              try (RPCX rpcx = client(centre.port(), true)) {
                assertThat(rpcx.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
                assertThat(rpcx.compressedConnections()).isEqualTo(1);
              }
            });
    for (Compressing peer : peers) {
      peer.close();
    }
  }

  /** 16 MiB of frames without an envelope, which are ignored one by one. */
  private static byte[] bomb(Deflater deflater) {
    return deflated(deflater, new byte[16 * 1024 * 1024]);
  }

  @Test
  void aBombEndsItsConnectionAlone() throws IOException {
    try (RPCX good = client(centre.port(), true);
        Compressing peer = Compressing.greeted(centre.port())) {
      assertThat(good.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
      peer.raw.send(bomb(peer.deflater));
      GoAway farewell = peer.farewell();
      assertThat(farewell.getStatus()).isEqualTo(StatusCode.INVALID_ARGUMENT.number());
      assertThat(farewell.getMessage()).contains("more than 100 bytes for each compressed one");
      assertThat(good.client(Client.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(centre.receivingBytes()).isZero();
    }
  }

  @Test
  void aBombOfAServerEndsItsConnection() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), true)) {
      CompletableFuture<String> call = rpcx.client(Client.class).greetAsync("Ada");
      try (RawPeer raw = new RawPeer(listener.accept())) {
        assertThat(raw.receive().getHello().getCompression()).isEqualTo(1);
        raw.send(hex(TAKEN));
        Compressing peer = new Compressing(raw);
        assertThat(peer.receive().hasRequest()).isTrue();
        raw.send(bomb(peer.deflater));
        assertThat(call)
            .failsWithin(WAIT)
            .withThrowableThat()
            .withMessageContaining("more than 100 bytes for each compressed one");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a request that is not compressed, " + GREET,
    "bytes that are no stream, ffffffffffffffff",
    "a stream that ends, 0300",
    "a second HELLO, 00 0800 f7ff 00000004 1a02 0801",
    "a frame that is too long, 00 0400 fbff 00400001",
  })
  void whatIsOutOfShapeEndsTheConnectionWithAReason(String what, String bytes) throws IOException {
    try (Compressing peer = Compressing.greeted(centre.port())) {
      peer.raw.send(hex(bytes));
      assertThat(peer.farewell().getStatus())
          .as(what)
          .isEqualTo(StatusCode.INVALID_ARGUMENT.number());
    }
  }

  @Test
  void randomBytesInAStreamBreakNothing() throws IOException {
    Random random = new Random(11);
    for (int i = 0; i < 40; i++) {
      try (Compressing peer = Compressing.greeted(centre.port())) {
        byte[] stream = peer.deflated(hex(GREET + GREET));
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
          stream[random.nextInt(stream.length)] ^= (byte) (1 << random.nextInt(8));
        }
        peer.raw.send(stream);
        peer.raw.socket().shutdownOutput();
        assertThat(peer.raw.isClosedByPeer()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatTakesWhatWasNotOfferedIsLeft(boolean offers) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), offers)) {
      CompletableFuture<String> call = rpcx.client(Client.class).greetAsync("Ada");
      try (RawPeer raw = new RawPeer(listener.accept())) {
        raw.send(hex(offers ? "00000006 1a04 0801 3802" : "00000006 1a04 0801 3801"));
        assertThat(call)
            .failsWithin(WAIT)
            .withThrowableThat()
            .withMessageContaining("a compression that was not offered");
      }
    }
  }

  @Test
  void compressionAndEncryptionAreNotCombined() {
    assertThatThrownBy(
            () -> RPCX.builder().address("localhost").compressed().tls(Tls.client(null)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected one of them");
    assertThatThrownBy(() -> ServiceCentre.builder().maxCompressedConnections(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxCompressedConnections is 0");
  }
}
