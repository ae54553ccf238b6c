package io.rpcstress.server.base;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.PackMark;
import io.rpcstress.contract.PackedStream;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.StreamContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The messages that a server answers. */
final class MessageOptions {

  @Option(
      names = "--message",
      paramLabel = "FILE",
      description =
          "pack of the message that clients send, the same file as theirs (default: none). Given "
              + "several times: all packs of a --mix, and no others. A pack is code that runs here")
  private List<Path> files = List.of();

  /** By their marks. */
  private final Map<Long, Packed> packs = new LinkedHashMap<>();

  /** What answers messages. */
  Message.Service service() {
    for (Path file : files) {
      try {
        MessagePack pack = MessagePack.open(file);
        if (packs.put(PackMark.of(pack), new Packed(pack)) != null) {
          throw new IllegalArgumentException(
              "--message names %s twice: give each pack once".formatted(pack.name()));
        }
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "--message: " + PrintableText.of("" + e.getMessage()), e);
      }
    }
    return switch (packs.size()) {
      case 0 -> Message.Service.NONE;
      case 1 -> packs.values().iterator().next();
      default -> this::answerMarked;
    };
  }

  private byte[] answerMarked(String encoding, byte[] request) {
    Packed pack = packs.get(PackMark.in(request));
    if (pack == null) {
      throw new IllegalArgumentException(
          "a request of none of the packs of this server: " + pack());
    }
    return pack.answer(encoding, PackMark.behind(request));
  }

  /**
   * The names of its packs, with commas between, once they are {@linkplain #service open}; null
   * where there is none.
   */
  @Nullable String pack() {
    return packs.isEmpty()
        ? null
        : packs.values().stream().map(each -> each.name).collect(Collectors.joining(","));
  }

  /** Answers by the code of a pack. */
  private static final class Packed implements Message.Service {
    private final String name;

    private final Map<String, MessageCodec> codecs = new HashMap<>();

    private final Map<String, StreamContent> streams = new ConcurrentHashMap<>();

    Packed(MessagePack pack) throws IOException {
      name = Message.pack(pack.name(), pack.hash());
      for (Encoding each : Encoding.values()) {
        codecs.put(each.label(), pack.codec(each));
      }
    }

    private MessageCodec codec(String encoding) {
      MessageCodec codec = codecs.get(encoding);
      if (codec == null) {
        throw new IllegalArgumentException(
            "unknown encoding: expected one of " + String.join(", ", Message.encodings()));
      }
      return codec;
    }

    @Override
    public StreamContent stream(String encoding) {
      return streams.computeIfAbsent(encoding, this::checkedStream);
    }

    private StreamContent checkedStream(String encoding) {
      MessageCodec codec = codec(encoding);
      if (codec.longestBytes() > PackedStream.MAX_BYTES) {
        throw new IllegalArgumentException(
            "a message of %s has %d bytes in %s: at most %d in a stream"
                .formatted(name, codec.longestBytes(), encoding, PackedStream.MAX_BYTES));
      }
      return new PackedStream(name, encoding, codec, /* isServer= */ true);
    }

    @Override
    public byte[] answer(String encoding, byte[] request) {
      MessageCodec codec = codec(encoding);
      try {
        Object read = codec.decodeRequest(request);
        Object reply = codec.reply();
        return codec.encodeReply(reply == null ? read : reply);
      } catch (IOException | RuntimeException e) {
        throw new IllegalArgumentException("no request of the message in " + encoding, e);
      }
    }
  }
}
