package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.PackedStream;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.StreamContent;
import io.rpcstress.server.base.Tool;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;

/**
 * Packs of a small message and of one with 2,000 fields, each made once by the program that users
 * make theirs with. Its requests here are the bytes in it: a server that reads and writes them by
 * the pack's code sends the same.
 */
public final class SamplePack {
  private static final String SAMPLE =
      "{\"id\":4711,\"name\":\"Zoë 東京\",\"tags\":[\"a\",\"b\"],\"price\":1.5,\"paid\":true}";

  private static final String NAME = "sample";

  private static final String WIDE = "wide";

  /** What the JSON of the wide message begins with: behind it, its text may be longer. */
  private static final String TEXT = "{\"text\":\"";

  private static final int GROUPS = 4;

  /** As many as an object may have. */
  private static final int FIELDS_OF_A_GROUP = 500;

  private static final String PACK_SUFFIX = ".pack.jar";

  private static final Map<String, StreamContent> STREAMS = new ConcurrentHashMap<>();

  private SamplePack() {}

  public static Path file() {
    return kept(NAME, SAMPLE);
  }

  /** The pack of a message with a text and 2,000 numbers. */
  public static Path wide() {
    return kept(WIDE, TEXT + "x\"," + numbers("group", GROUPS, SamplePack::group) + "}");
  }

  private static String group(int number) {
    return "{" + numbers("field", FIELDS_OF_A_GROUP, Integer::toString) + "}";
  }

  private static String numbers(String name, int count, IntFunction<String> value) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"%s%d\":%s".formatted(name, i, value.apply(i)))
        .collect(Collectors.joining(","));
  }

  private static Path kept(String name, String sample) {
    Path target = target();
    Path program = target.resolve("message-pack.jar");
    Path pack = target.resolve(name + PACK_SUFFIX);
    try (FileChannel file = lockFile();
        FileLock lock = file.lock()) {
      boolean isThere =
          Files.exists(pack)
              && Files.getLastModifiedTime(pack).compareTo(Files.getLastModifiedTime(program)) >= 0;
      if (lock.isValid() && !isThere) {
        Path folder = Files.createTempDirectory(target, name);
        Files.move(made(folder, name, sample), pack, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pack;
  }

  /** Where what several modules' tests share is kept. */
  static Path target() {
    Path place = Path.of("").toAbsolutePath();
    while (place != null && !Files.isDirectory(place.resolve("companions/message-pack"))) {
      place = place.getParent();
    }
    assertThat(place).as("the folder of the project").isNotNull();
    return place.resolve("companions/message-pack/target");
  }

  /** Of modules that are tested at the same time one makes what they share, as the others wait. */
  static FileChannel lockFile() throws IOException {
    return FileChannel.open(
        target().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Makes a pack in a folder, where nothing else is left. */
  public static Path made(Path folder, String name, String sample) throws IOException {
    Path program = target().resolve("message-pack.jar");
    assertThat(program).as("built by mvn package").exists();
    Path file = Files.writeString(folder.resolve(name + ".json"), sample);
    Path made = folder.resolve(name + PACK_SUFFIX);
    Tool.output(
        new byte[0],
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-jar",
        program.toString(),
        file.toString(),
        "--out",
        made.toString());
    Files.delete(file);
    return made;
  }

  /** The options of a client and of a server for an operation. */
  public static String[] options(String operation) {
    return operation.equals(Message.OPERATION.name())
        ? new String[] {"--message=" + file()}
        : new String[0];
  }

  /** What a call asks that carries a payload. */
  @SuppressWarnings("unchecked") // a sample is a request of messages
  public static <Q, R> Q request(Operation<Q, R> operation, Payload payload) {
    return operation.equals(Message.OPERATION)
        ? (Q) Sample.in(file(), Message.encodings().get(payload.get(Message.ENCODING)))
        : operation.request(payload);
  }

  /** What a client sends and receives in streams of the message. */
  static StreamContent stream(String encoding) {
    return STREAMS.computeIfAbsent(
        encoding,
        absent -> {
          try {
            MessagePack pack = MessagePack.open(file());
            return new PackedStream(
                Message.pack(pack.name(), pack.hash()),
                absent,
                pack.codec(Encoding.parse(absent)),
                /* isServer= */ false);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** The wide message. */
  public static Message.Request wideRequest(String encoding) {
    return Sample.in(wide(), encoding);
  }

  /** The wide message in JSON, with a text so long that it has this length, bytes. */
  public static Message.Request wideRequest(int bytes) {
    Message.Request wide = wideRequest("json");
    byte[] json = wide.encode();
    byte[] longer = new byte[bytes];
    Arrays.fill(longer, (byte) 'x');
    int begin = TEXT.length();
    System.arraycopy(json, 0, longer, 0, begin);
    System.arraycopy(json, begin, longer, bytes - json.length + begin, json.length - begin);
    return new Sample(wide.encoding(), wide.pack(), ByteBuffer.wrap(longer));
  }

  /** A message of no pack, which a server that sends requests back answers. */
  public static Message.Request echoed(byte[] bytes) {
    return new Sample("json", "echoed", ByteBuffer.wrap(bytes));
  }

  private record Sample(String encoding, String pack, ByteBuffer bytes) implements Message.Request {

    static Sample in(Path pack, String encoding) {
      try (ZipFile zip = new ZipFile(pack.toFile());
          DataInputStream in =
              new DataInputStream(
                  zip.getInputStream(zip.getEntry("samples/requests." + encoding)))) {
        byte[] request = new byte[in.readInt()];
        in.readFully(request);
        return new Sample(encoding, pack.getFileName().toString(), ByteBuffer.wrap(request));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public byte[] encode() {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }

    @Override
    public Object decode(byte[] reply) {
      return ByteBuffer.wrap(reply);
    }

    @Override
    public Object expected() {
      return bytes;
    }

    @Override
    public int requestBytes() {
      return bytes.capacity();
    }

    @Override
    public int replyBytes() {
      return bytes.capacity();
    }
  }
}
