package io.rpcstress.rpcx.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.TypeCodec;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.wire.Fuzz;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Mutates frames of a corpus and feeds them to a server's connection, cut at random. Whatever
 * comes, every frame that goes out is an envelope, a connection is closed only after a GOAWAY, and
 * nothing that was counted stays counted. A case that breaks this is kept as a file of the corpus.
 *
 * <p>As a command, in the project's folder: {@code java -cp rpcx/bench/target/rpcx-bench.jar
 * io.rpcstress.rpcx.server.WireFuzz 600 SEED rpcx/src/test/corpus}; without arguments 600 seconds,
 * a seed that is printed, and the corpus below the folder of the module.
 */
final class WireFuzz extends Fuzz {
  private final Server server;

  WireFuzz(Path folder) {
    super(folder);
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

  @Override
  public void stop() {
    boolean unused = server.stop(0);
  }

  @Override
  protected byte[] stream(Random random) {
    // Nothing, or the first file: HELLO.
    byte[] stream = random.nextInt(10) == 0 ? new byte[0] : ofCorpus(0);
    for (int frames = 1 + random.nextInt(4); frames > 0; frames--) {
      stream = joined(stream, mutated(ofCorpus(random), random));
    }
    return stream;
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

  @Override
  protected void feed(byte[] stream, List<byte[]> cuts, Random random) {
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
    List<Envelope> sent = sent(channel);
    boolean farewell = !sent.isEmpty() && sent.get(sent.size() - 1).hasGoAway();
    if (!open && !farewell) {
      throw new AssertionError("the connection was closed without a GOAWAY", channel.closedFrom);
    }
  }

  @Override
  protected void checkNothingIsLeft() {
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

  /** Runs for a while; ends with 1 if a case was found. */
  public static void main(String[] args) {
    command(args, WireFuzz::new);
  }
}
