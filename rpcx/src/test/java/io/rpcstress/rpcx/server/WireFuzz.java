package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.TypeCodec;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Messages;
import io.rpcstress.rpcx.wire.PlainComparison;
import io.rpcstress.rpcx.wire.PlainMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Mutates frames of a corpus and feeds them to a server's connection, cut at random. Whatever
 * comes, every frame that goes out is an envelope, a connection is closed only after a GOAWAY,
 * nothing that was counted stays counted, and what is read by hand means the same to the generated
 * code. A case that breaks this is kept as a file of the corpus.
 *
 * <p>As a command, in the project's folder: {@code java -cp rpcx-bench/target/rpcx-bench.jar
 * io.rpcstress.rpcx.server.WireFuzz 600 SEED rpcx/src/test/corpus}; without arguments 600 seconds,
 * a seed that is printed, and the corpus below the folder of the module.
 */
final class WireFuzz {
  static final Path CORPUS = Path.of("src", "test", "corpus");

  private static final int CHECK_EVERY = 256;
  private static final CallIds IDS = CallIds.from(0x0102030405060708L);

  private final List<byte[]> corpus = new ArrayList<>();
  private final Path folder;
  private final Server server;
  private long plainRequests;
  private long plainNumbers;

  WireFuzz(Path folder) {
    this.folder = folder;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        corpus.add(HexFormat.of().parseHex(Files.readString(file).replaceAll("\\s", "")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Limits limits = Limits.builder().maxFrameBytes(256 * 1024).maxObjects(10_000).build();
    server = Servers.of(limits, List.of(new PairCodec()), new Everything());
  }

  /** Every type that travels. */
  @RPCXServer("all")
  static final class Everything {
    /** An enum. */
    enum Colour {
      RED
    }

    /** A record of everything. */
    record Part(String text, int number, List<Colour> colours, Instant at) {}

    @Method("text")
    public String text(String text, byte[] bytes, char one) {
      return text;
    }

    @Method(value = "parts", blocking = true)
    public Map<String, List<Part>> parts(Map<String, List<Part>> parts) {
      return parts;
    }

    @Method("scalars")
    public double scalars(
        boolean yes,
        byte tiny,
        short small,
        long large,
        float narrow,
        double wide,
        Duration lasting,
        LocalDate day,
        LocalTime hour,
        LocalDateTime when) {
      return wide;
    }

    @Method("further")
    public Set<UUID> further(
        Set<UUID> ids, Optional<BigDecimal> price, long[] numbers, OffsetDateTime[] times) {
      return ids;
    }

    @Method("pairs")
    public Map<String, Pair> pairs(Map<String, Pair> pairs, BigInteger[][] table) {
      return pairs;
    }

    @Method("message")
    public CompletableFuture<Hello> message(Hello message, List<List<Long>> numbers) {
      return CompletableFuture.completedFuture(message);
    }
  }

  /** A class that RPCX does not carry. */
  static final class Pair {
    private final byte first;
    private final byte second;

    Pair(byte first, byte second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public String toString() {
      return first + "/" + second;
    }
  }

  /** Carries it. */
  private static final class PairCodec implements TypeCodec<Pair> {
    @Override
    public Class<Pair> type() {
      return Pair.class;
    }

    @Override
    public String alias() {
      return "test.pair";
    }

    @Override
    public int maxBytes() {
      return 3;
    }

    @Override
    public byte[] encode(Pair value) {
      return new byte[] {value.first, value.second};
    }

    @Override
    public Pair decode(byte[] content) {
      return new Pair(content[0], content[1]);
    }
  }

  /** Runs cases until the time or their number is over; returns how many it ran. */
  long run(long seed, long nanos, long max) {
    Random random = new Random(seed);
    long end = System.nanoTime() + nanos;
    long cases = 0;
    while (cases < max && System.nanoTime() - end < 0) {
      byte[] stream = stream(random);
      List<byte[]> cuts = cuts(stream, random);
      try {
        compare(stream);
        feed(cuts);
        if (++cases % CHECK_EVERY == 0) {
          checkNothingIsLeft();
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", case " + cases + ", kept " + keep(stream), e);
      }
    }
    checkNothingIsLeft();
    return cases;
  }

  void stop() {
    boolean unused = server.stop(0);
  }

  private byte[] stream(Random random) {
    // Nothing, or one of the first two files: HELLO of wire 1.0 and of 1.1.
    int hello = random.nextInt(8);
    byte[] stream = hello == 0 ? new byte[0] : corpus.get(hello % 2);
    for (int frames = 1 + random.nextInt(4); frames > 0; frames--) {
      byte[] next = mutated(corpus.get(random.nextInt(corpus.size())).clone(), random);
      int length = stream.length;
      stream = Arrays.copyOf(stream, length + next.length);
      System.arraycopy(next, 0, stream, length, next.length);
    }
    return stream;
  }

  /**
   * What is read by hand means the same to the generated code: every frame of the stream, as far as
   * its lengths lead.
   */
  private void compare(byte[] stream) {
    ByteBuffer in = ByteBuffer.wrap(stream);
    while (in.remaining() >= Integer.BYTES) {
      byte[] body = new byte[Math.max(0, Math.min(in.getInt(), in.remaining()))];
      in.get(body);
      PlainComparison.compare(body);
      if (PlainMessages.kind(body, 0, body.length) == Envelope.REQUEST_FIELD_NUMBER) {
        request(body, PlainMessages.contentAt(body, 0));
      }
    }
  }

  /** As after a first call, whose method has number 1. */
  private MethodNumbers numbers() {
    MethodNumbers numbers = new MethodNumbers(server.methods(), 4);
    byte[] names = Frames.names("all", "text");
    numbers.give(1, server.methods().find(names, 0, names.length));
    return numbers;
  }

  private static RPCXRequest message(byte[] body, int from) {
    return Messages.request(body, from, body.length, Limits.MAX_PARAMETERS, Limits.MAX_NAME_BYTES);
  }

  private void request(byte[] body, int from) {
    MethodNumbers numbers = numbers();
    PlainRequest plain = new PlainRequest(server.methods(), numbers, IDS);
    PublishedMethod method;
    try {
      method = plain.read(body, from, body.length);
      if (method != null) {
        plain.giveNumber(method);
      }
    } catch (MalformedFrameException e) {
      // A number that cannot be given: the generated code must say so, too.
      RPCXRequest refused = message(body, from);
      assertThatThrownBy(() -> numbers().find(refused)).hasMessage(e.getMessage());
      return;
    }
    if (method == null) {
      return;
    }
    RPCXRequest message = message(body, from);
    Request generated =
        new MessageRequest(
            message, IDS.of(message.getId(), message.getIdOffset()), body.length - from);
    assertThat(numbers().find(message)).isSameAs(method);
    if (message.getMethodNumber() != 0) {
      plainNumbers++;
    }
    generated.check(method);
    assertThat(plain.id()).isEqualTo(generated.id());
    assertThat(plain.oneWay()).isEqualTo(generated.oneWay());
    assertThat(plain.deadlineMs()).isEqualTo(generated.deadlineMs());
    assertThat(plain.metadata()).isEqualTo(generated.metadata());
    assertThat(arguments(plain, method)).isEqualTo(arguments(generated, method));
    plainRequests++;
  }

  /** The arguments, or why they are unreadable. */
  private static String arguments(Request request, PublishedMethod method) {
    try {
      return Arrays.deepToString(request.arguments(method, method.budget(10_000, null)));
    } catch (MalformedFrameException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Requests that were read by hand, and compared. */
  long plainRequests() {
    return plainRequests;
  }

  /** Those of them that had a method's number. */
  long plainNumbers() {
    return plainNumbers;
  }

  private byte[] mutated(byte[] seed, Random random) {
    byte[] bytes = seed;
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> {
          if (bytes.length > 0) {
            bytes[at] = (byte) random.nextInt(256);
          }
        }
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> {
          byte[] other = corpus.get(random.nextInt(corpus.size()));
          byte[] both = Arrays.copyOf(bytes, at + other.length);
          System.arraycopy(other, 0, both, at, other.length);
          bytes = both;
        }
        case 3 -> {
          byte[] twice = Arrays.copyOf(bytes, bytes.length + bytes.length - at);
          System.arraycopy(bytes, at, twice, bytes.length, bytes.length - at);
          bytes = twice;
        }
        default -> {
          if (bytes.length > 0) {
            bytes[at] ^= (byte) (1 << random.nextInt(8));
          }
        }
      }
    }
    if (bytes.length >= Integer.BYTES && random.nextInt(4) > 0) {
      // The length fits, so that the inner layers are reached.
      ByteBuffer unused = ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES);
    }
    return bytes;
  }

  private static List<byte[]> cuts(byte[] stream, Random random) {
    List<byte[]> cuts = new ArrayList<>();
    int at = 0;
    while (at < stream.length) {
      int to = Math.min(stream.length, at + 1 + random.nextInt(random.nextBoolean() ? 8 : 4096));
      cuts.add(Arrays.copyOfRange(stream, at, to));
      at = to;
    }
    return cuts;
  }

  /** Remembers who closed it. */
  private static final class Closing extends EmbeddedChannel {
    private @Nullable Throwable closedFrom;

    @Override
    protected void doClose() throws Exception {
      closedFrom = new Throwable("closed from here");
      super.doClose();
    }
  }

  private void feed(List<byte[]> cuts) {
    Closing channel = new Closing();
    ServerConnection connection = new ServerConnection(server, channel);
    var unusedPipeline = channel.pipeline().addLast(connection);
    connection.channelActive(channel.pipeline().context(connection));
    for (byte[] cut : cuts) {
      if (channel.isOpen()) {
        boolean unused = channel.writeInbound(Unpooled.wrappedBuffer(cut));
        channel.runPendingTasks();
      }
    }
    boolean open = channel.isOpen();
    boolean unused = channel.finish();
    boolean farewell = false;
    ByteBuf sent = Unpooled.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      sent.writeBytes(part);
      part.release();
    }
    while (sent.isReadable()) {
      byte[] body = new byte[sent.readInt()];
      sent.readBytes(body);
      try {
        farewell = Envelope.parseFrom(body).hasGoAway();
      } catch (IOException e) {
        throw new AssertionError("what the server sent is no envelope", e);
      }
    }
    if (!open && !farewell) {
      throw new AssertionError("the connection was closed without a GOAWAY", channel.closedFrom);
    }
  }

  private void checkNothingIsLeft() {
    if (server.inFlight() != 0
        || server.unwrittenBytes() != 0
        || server.receivingBytes() != 0
        || server.requestBytes() != 0) {
      throw new AssertionError(
          server.inFlight()
              + " calls, "
              + server.unwrittenBytes()
              + " bytes unwritten, "
              + server.receivingBytes()
              + " receiving and "
              + server.requestBytes()
              + " of requests are left");
    }
  }

  private Path keep(byte[] stream) {
    String hex = HexFormat.of().formatHex(stream);
    Path file = folder.resolve("found-" + Integer.toHexString(Arrays.hashCode(stream)) + ".hex");
    try {
      return Files.writeString(file, hex + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs for a while; ends with 1 if a case was found. */
  public static void main(String[] args) {
    long seconds = args.length > 0 ? Long.parseLong(args[0]) : 600;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
    System.out.println("seed " + seed);
    WireFuzz fuzz = new WireFuzz(args.length > 2 ? Path.of(args[2]) : CORPUS);
    try {
      long cases = fuzz.run(seed, TimeUnit.SECONDS.toNanos(seconds), Long.MAX_VALUE);
      System.out.println(cases + " cases, none broke the rules");
    } finally {
      fuzz.stop();
    }
  }
}
