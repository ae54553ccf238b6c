package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.PackedStream;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.Sha256;
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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipFile;

/**
 * The pack of a small message, made once by the program that users make theirs with. Its requests
 * here are the bytes in it: a server that reads and writes them by the pack's code sends the same.
 */
public final class SamplePack {
  private static final String SAMPLE =
      "{\"id\":4711,\"name\":\"Zoë 東京\",\"tags\":[\"a\",\"b\"],\"price\":1.5,\"paid\":true}";

  private static final String NAME = "sample";

  private static final Map<String, StreamContent> STREAMS = new ConcurrentHashMap<>();

  private SamplePack() {}

  public static Path file() {
    Path target = target();
    Path program = target.resolve("message-pack.jar");
    Path pack = target.resolve(NAME + ".pack.jar");
    try (FileChannel file = lockFile();
        FileLock lock = file.lock()) {
      boolean isThere =
          Files.exists(pack)
              && Files.getLastModifiedTime(pack).compareTo(Files.getLastModifiedTime(program)) >= 0;
      if (lock.isValid() && !isThere) {
        make(program, pack);
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

  private static void make(Path program, Path pack) throws IOException {
    assertThat(program).as("built by mvn package").exists();
    Path folder = Files.createTempDirectory(pack.getParent(), NAME);
    Path sample = Files.writeString(folder.resolve(NAME + ".json"), SAMPLE);
    Path made = folder.resolve(pack.getFileName());
    Tool.output(
        new byte[0],
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-jar",
        program.toString(),
        sample.toString(),
        "--out",
        made.toString());
    Files.move(made, pack, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(sample);
    Files.delete(folder);
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
        ? (Q) Sample.in(Message.encodings().get(payload.get(Message.ENCODING)))
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

  /** A message of no pack, which a server that sends requests back answers. */
  public static Message.Request echoed(byte[] bytes) {
    return new Sample("json", "", ByteBuffer.wrap(bytes));
  }

  private record Sample(String encoding, String pack, ByteBuffer bytes) implements Message.Request {

    static Sample in(String encoding) {
      Path pack = file();
      try (ZipFile zip = new ZipFile(pack.toFile());
          DataInputStream in =
              new DataInputStream(
                  zip.getInputStream(zip.getEntry("samples/requests." + encoding)))) {
        byte[] request = new byte[in.readInt()];
        in.readFully(request);
        String hash = Sha256.of(Files.readAllBytes(pack));
        return new Sample(encoding, Message.pack(NAME, hash), ByteBuffer.wrap(request));
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
