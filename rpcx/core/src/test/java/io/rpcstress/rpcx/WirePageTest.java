package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Cancel;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.Pong;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The golden bytes as docs/wire.md has them, against the schema, both sides and the codecs. */
class WirePageTest {
  private static final long ID = 150;

  /** Hexadecimal digits in groups, until a description follows. */
  private static final Pattern HEX =
      Pattern.compile("^(client|server|both)? +((?:[0-9a-f]{2,} )*[0-9a-f]{2,})(?:  .*|)$");

  /** {@code | value | `alias` | `content` |}. */
  private static final Pattern VALUE =
      Pattern.compile(
          "^\\| ([^|]+) \\| `([^`]+)` \\| (?:`([0-9a-f]+)`|nothing) \\|$", Pattern.MULTILINE);

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/wire.md"));
  }

  /** The frames of a code block of the section, in order. */
  private static List<byte[]> frames(int block) throws IOException {
    String page = page();
    String[] parts = page.substring(page.indexOf("\n## Golden bytes\n")).split("\n```\n", -1);
    List<StringBuilder> frames = new ArrayList<>();
    for (String line : parts[2 * block + 1].split("\n", -1)) {
      var hex = HEX.matcher(line);
      assertThat(hex.matches()).as(line).isTrue();
      if (hex.group(1) != null) {
        frames.add(new StringBuilder());
      }
      frames.get(frames.size() - 1).append(hex.group(2).replace(" ", ""));
    }
    return frames.stream().map(frame -> HexFormat.of().parseHex(frame)).toList();
  }

  private static Envelope hello(Hello.Builder hello) {
    return Envelope.newBuilder().setHello(hello.setVersion(1)).build();
  }

  private static Envelope goAway(GoAway.Builder farewell) {
    return Envelope.newBuilder().setGoAway(farewell).build();
  }

  private static Envelope request(RPCXRequest.Builder request) {
    return Envelope.newBuilder().setRequest(request).build();
  }

  private static Envelope reply(RPCXReply.Builder reply) {
    return Envelope.newBuilder().setReply(reply).build();
  }

  private static RPCXRequest.Builder greet() {
    return RawPeer.greet(ID, "Ada").getRequest().toBuilder();
  }

  private static RPCXReply.Builder greeted() {
    return RawPeer.reply(ID, "hello, Ada").getReply().toBuilder();
  }

  private static Metadata metadata(String key, String value) {
    return Metadata.newBuilder().setKey(key).setValue(value).build();
  }

  private static List<Envelope> frames() {
    return List.of(
        hello(Hello.newBuilder()),
        request(greet()),
        hello(Hello.newBuilder().setMaxFrameBytes(4_194_304).setMaxInFlight(4096)),
        reply(greeted()),
        hello(Hello.newBuilder().setMaxFrameBytes(65_536).setToken("t").setDefaultDeadlineMs(3000)),
        Envelope.newBuilder().setPing(Ping.newBuilder().setId(ID)).build(),
        Envelope.newBuilder().setPong(Pong.newBuilder().setId(ID)).build(),
        Envelope.newBuilder().setCancel(Cancel.newBuilder().setId(ID)).build(),
        goAway(GoAway.newBuilder().setMessage("bye")),
        reply(
            RPCXReply.newBuilder()
                .setId(ID)
                .setStatus(StatusCode.ABORTED.number())
                .setMessage("short")
                .setDetail(
                    Parameter.newBuilder()
                        .setType("record:Shortage")
                        .setValue(ByteString.fromHex("0a037465611002")))),
        reply(
            RPCXReply.newBuilder()
                .setId(ID)
                .setStatus(StatusCode.OVERLOADED.number())
                .setMessage("busy")
                .setRetryAfterMs(30)),
        request(greet().setDeadlineMs(2000)),
        request(greet().setMethod("note").setOneWay(true)),
        request(greet().addMetadata(metadata("tenant", "acme"))),
        reply(greeted().addMetadata(metadata("zone", "eu"))),
        goAway(GoAway.newBuilder().setStatus(3).setMessage("bad")),
        goAway(GoAway.newBuilder().setStatus(3).setMessage("bad").setCallId(ID)),
        goAway(GoAway.newBuilder().setMessage("bye").setAllAnswered(true)),
        hello(
            Hello.newBuilder().setMaxFrameBytes(4_194_304).setMaxInFlight(4096).setDraining(true)));
  }

  @Test
  void theFramesAreWhatTheSchemaDefines() throws IOException {
    List<byte[]> frames = frames(0);
    List<Envelope> expected = frames();
    assertThat(frames).hasSameSizeAs(expected);
    for (int i = 0; i < frames.size(); i++) {
      assertThat(frames.get(i)).as("frame %d", i).isEqualTo(RawPeer.frame(expected.get(i)));
    }
  }

  @Test
  void theFramesWithNumbersAreWhatTheSchemaDefines() throws IOException {
    RPCXRequest.Builder first = greet().setId(1).setMethodNumber(1);
    RPCXRequest.Builder typed = first.clone().setId(4).clearService().clearMethod();
    RPCXRequest.Builder second = typed.clone().setId(2);
    second.getParametersBuilder(0).clearType();
    RPCXRequest.Builder none = second.clone().setId(3);
    none.getParametersBuilder(0).clearValue();
    ByteString toNull = ByteString.copyFromUtf8("hello, null");
    List<Envelope> expected =
        List.of(
            hello(Hello.newBuilder()),
            hello(Hello.newBuilder().setMaxFrameBytes(4_194_304).setMaxInFlight(4096)),
            request(first),
            reply(greeted().setId(1)),
            request(second),
            reply(greeted().setId(2)),
            request(none),
            reply(greeted().setId(3).setResult(toNull)),
            request(typed),
            reply(greeted().setId(4)));
    areEqual(frames(1), expected);
  }

  /** The order of the fields differs from the schema's. */
  private static void areEqual(List<byte[]> frames, List<Envelope> expected) throws IOException {
    assertThat(frames).hasSameSizeAs(expected);
    for (int i = 0; i < frames.size(); i++) {
      ByteBuffer frame = ByteBuffer.wrap(frames.get(i));
      assertThat(frame.getInt()).isEqualTo(frame.remaining());
      assertThat(Envelope.parseFrom(frame)).as("frame %d", i).isEqualTo(expected.get(i));
    }
  }

  @Test
  void theServerAnswersTheFramesWithNumbers() throws Exception {
    List<byte[]> frames = frames(1);
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer peer = new RawPeer(centre.port())) {
      for (int i = 0; i < frames.size(); i += 2) {
        peer.send(frames.get(i));
        assertThat(read(peer.socket().getInputStream())).isEqualTo(frames.get(i + 1));
      }
    }
  }

  @Test
  void theClientWritesTheFramesWithNumbers() throws Exception {
    List<byte[]> frames = frames(1);
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      var first = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        assertThat(peer.receive().hasHello()).isTrue();
        peer.send(frames.get(1));
        InputStream in = peer.socket().getInputStream();
        assertThat(read(in)).isEqualTo(frames.get(2));
        peer.send(frames.get(3));
        assertThat(first.get()).isEqualTo("hello, Ada");
        var unused = greeter.greetAsync("Ada");
        assertThat(read(in)).isEqualTo(frames.get(4));
        var unusedToo = greeter.greetAsync(null);
        assertThat(read(in)).isEqualTo(frames.get(6));
      }
    }
  }

  private static byte[] read(InputStream in) throws IOException {
    byte[] length = in.readNBytes(Integer.BYTES);
    byte[] body = in.readNBytes(ByteBuffer.wrap(length).getInt());
    return ByteBuffer.allocate(length.length + body.length).put(length).put(body).array();
  }

  /** Sends something beside the result. */
  @RPCXServer("greeter")
  static final class Zoned {
    private volatile @Nullable String noted;

    @Method("greet")
    public String greet(String name) {
      CallContext call = CallContext.current();
      if (call != null) {
        call.reply("zone", "eu");
      }
      return "hello, " + name;
    }

    @Method("note")
    public void note(String text) {
      noted = text;
    }
  }

  @Test
  void theServerReadsThemAndWritesItsReply() throws Exception {
    List<byte[]> frames = frames(0);
    Zoned service = new Zoned();
    try (ServiceCentre centre = Greeter.serve(service);
        RawPeer peer = RawPeer.greeted(centre.port())) {
      InputStream in = peer.socket().getInputStream();
      for (int request : new int[] {11, 13}) {
        peer.send(frames.get(request));
        assertThat(read(in)).isEqualTo(frames.get(14));
      }
      peer.send(frames.get(12));
      await().until(() -> "Ada".equals(service.noted));
    }
  }

  enum Colour {
    RED,
    GREEN
  }

  @Published("item")
  record Item(@Nullable String name, int count) {}

  /** Declares types. */
  @SuppressWarnings("unused") // only its signatures are read
  interface Declared {
    List<Integer> numbers();

    List<String> names();

    Set<String> set();

    Optional<Integer> maybe();

    Map<Integer, List<String>> groups();
  }

  private record Value(Type type, Object value) {}

  private static Value declared(String name, Object value) {
    try {
      return new Value(Declared.class.getDeclaredMethod(name).getGenericReturnType(), value);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  /** In the order of the page. */
  private static List<Value> values() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    return List.of(
        new Value(boolean.class, true),
        new Value(int.class, 150),
        new Value(int.class, -1),
        new Value(char.class, 'ä'),
        new Value(float.class, 1.5f),
        new Value(double.class, -2.0),
        new Value(String.class, "aä"),
        new Value(byte[].class, new byte[] {0, -1}),
        new Value(Instant.class, Instant.ofEpochSecond(1, 2)),
        new Value(Instant.class, Instant.ofEpochSecond(0, -1)),
        new Value(Duration.class, Duration.ofSeconds(3)),
        new Value(Duration.class, Duration.ofMillis(-1500)),
        new Value(LocalDate.class, LocalDate.of(2026, 1, 2)),
        new Value(LocalTime.class, LocalTime.of(1, 2)),
        new Value(LocalDateTime.class, LocalDateTime.of(2026, 1, 2, 3, 4)),
        new Value(OffsetDateTime.class, OffsetDateTime.parse("2026-01-02T03:04+02:00")),
        new Value(ZonedDateTime.class, ZonedDateTime.parse("2026-01-02T03:04+01:00[Europe/Paris]")),
        new Value(BigDecimal.class, new BigDecimal("-12.50")),
        new Value(BigInteger.class, BigInteger.valueOf(300)),
        new Value(UUID.class, uuid),
        new Value(URI.class, URI.create("https://a.b/c")),
        new Value(Colour.class, Colour.GREEN),
        declared("numbers", List.of(1, 300)),
        declared("names", List.of("a", "")),
        declared("set", Set.of("a")),
        declared("maybe", Optional.empty()),
        declared("maybe", Optional.of(1)),
        declared("groups", Map.of(7, List.of("x"))),
        new Value(Item.class, new Item("tea", 2)),
        new Value(Item.class, new Item(null, 0)));
  }

  @Test
  void theValuesAreWhatTheCodecsWriteAndRead() throws IOException {
    List<MatchResult> rows = VALUE.matcher(page()).results().toList();
    List<Value> values = values();
    assertThat(rows).hasSameSizeAs(values);
    Codecs codecs = new Codecs();
    for (int i = 0; i < rows.size(); i++) {
      MatchResult row = rows.get(i);
      Value value = values.get(i);
      ValueCodec codec = codecs.of(value.type());
      ByteString content = ByteString.fromHex(row.group(3) == null ? "" : row.group(3));
      assertThat(codec.alias()).as(row.group()).isEqualTo(row.group(2));
      assertThat(codec.encode(value.value())).as(row.group()).isEqualTo(content);
      assertThat(codec.decode(content)).as(row.group()).isEqualTo(value.value());
    }
  }
}
