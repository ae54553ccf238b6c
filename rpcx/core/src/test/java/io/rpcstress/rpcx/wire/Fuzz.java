package io.rpcstress.rpcx.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.proto.Envelope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the fuzzers of both sides share: a corpus of frames, how they are mutated and cut, and what
 * becomes of a case that breaks a rule. Not thread-safe.
 */
public abstract class Fuzz {
  /** The corpus, in the folder of the module. */
  public static final Path CORPUS = Path.of("src", "test", "corpus");

  private static final int CHECK_EVERY = 256;

  private final List<byte[]> corpus = new ArrayList<>();
  private final Path folder;

  /**
   * Reads the corpus.
   *
   * @param folder where its files are, and where a case that breaks a rule is kept
   */
  protected Fuzz(Path folder) {
    this.folder = folder;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        corpus.add(HexFormat.of().parseHex(Files.readString(file).replaceAll("\\s", "")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs cases until the time or their number is over.
   *
   * @param seed of all that is drawn
   * @param nanos the time, in ns
   * @param max the most cases
   * @return how many it ran
   */
  public final long run(long seed, long nanos, long max) {
    Random random = new Random(seed);
    long end = System.nanoTime() + nanos;
    long cases = 0;
    while (cases < max && System.nanoTime() - end < 0) {
      byte[] stream = stream(random);
      List<byte[]> cuts = cuts(stream, random);
      try {
        feed(stream, cuts, random);
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

  /** Draws what the next case is fed with. */
  protected abstract byte[] stream(Random random);

  /**
   * Feeds one case, and fails if a rule is broken.
   *
   * @param stream all of it
   * @param cuts the same in pieces
   */
  protected abstract void feed(byte[] stream, List<byte[]> cuts, Random random);

  /** Fails if something is still counted. */
  protected abstract void checkNothingIsLeft();

  /** Ends what the fuzzer has started. */
  public abstract void stop();

  /** A frame of the corpus, by the order of its files' names. */
  protected final byte[] ofCorpus(int index) {
    return corpus.get(index).clone();
  }

  /** Any frame of the corpus. */
  protected final byte[] ofCorpus(Random random) {
    return ofCorpus(random.nextInt(corpus.size()));
  }

  /** One stream behind another. */
  protected static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Changes a frame in up to three places. */
  protected final byte[] mutated(byte[] seed, Random random) {
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
        case 2 -> bytes = joined(Arrays.copyOf(bytes, at), ofCorpus(random));
        case 3 -> bytes = joined(bytes, Arrays.copyOfRange(bytes, at, bytes.length));
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

  /** What a channel has sent, which must be envelopes. */
  protected static List<Envelope> sent(EmbeddedChannel channel) {
    ByteBuf sent = Unpooled.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      sent.writeBytes(part);
      part.release();
    }
    List<Envelope> envelopes = new ArrayList<>();
    while (sent.isReadable()) {
      byte[] body = new byte[sent.readInt()];
      sent.readBytes(body);
      try {
        envelopes.add(Envelope.parseFrom(body));
      } catch (IOException e) {
        throw new AssertionError("what was sent is no envelope", e);
      }
    }
    return envelopes;
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

  /**
   * Runs for a while, as a command; fails if a case was found.
   *
   * @param args seconds, seed and the corpus's folder; all may be left out
   * @param make makes the fuzzer of a folder
   */
  protected static void command(String[] args, Function<Path, Fuzz> make) {
    long seconds = args.length > 0 ? Long.parseLong(args[0]) : 600;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
    System.out.println("seed " + seed);
    Fuzz fuzz = make.apply(args.length > 2 ? Path.of(args[2]) : CORPUS);
    try {
      long cases = fuzz.run(seed, TimeUnit.SECONDS.toNanos(seconds), Long.MAX_VALUE);
      System.out.println(cases + " cases, none broke the rules");
    } finally {
      fuzz.stop();
    }
  }
}
