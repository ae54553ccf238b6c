package io.rpcstress.server.base;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.PrintableText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The message that a server answers. */
final class MessageOptions {

  @Option(
      names = "--message",
      paramLabel = "FILE",
      description =
          "the pack of the message that clients send, the same as theirs (default: none). A pack"
              + " is code that runs here")
  private @Nullable Path file;

  private @Nullable Packed packed;

  /**
   * What answers messages.
   *
   * @throws IllegalArgumentException saying in one line why the pack cannot be used
   */
  Message.Service service() {
    Path pack = file;
    if (pack == null) {
      return Message.Service.NONE;
    }
    try {
      Packed opened = new Packed(MessagePack.open(pack));
      packed = opened;
      return opened;
    } catch (IOException e) {
      throw new IllegalArgumentException("--message: " + PrintableText.of("" + e.getMessage()), e);
    }
  }

  /** The name of its pack, once it is {@linkplain #service open}; null where there is none. */
  @Nullable String pack() {
    return packed == null ? null : packed.name;
  }

  /** Answers by the code of a pack. */
  private static final class Packed implements Message.Service {
    private final String name;

    /** By the label of the encoding, as requests name it. */
    private final Map<String, MessageCodec> codecs = new HashMap<>();

    Packed(MessagePack pack) throws IOException {
      name = Message.pack(pack.name(), pack.hash());
      for (Encoding each : Encoding.values()) {
        codecs.put(each.label(), pack.codec(each));
      }
    }

    @Override
    public byte[] answer(String encoding, byte[] request) {
      MessageCodec codec = codecs.get(encoding);
      if (codec == null) {
        throw new IllegalArgumentException(
            "no encoding of that name: expected " + String.join(", ", Message.encodings()));
      }
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
