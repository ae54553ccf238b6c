package io.rpcstress.contract.json;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.PackedStream;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.Streams;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * Streams as JSON: a message on each line, {@code {"content":"AAAAAGFh"}} in Base64, or itself
 * where it is a pack's in JSON; what a server is to send, {@code {"messages":1000,"size":64}}; what
 * it received, {@code {"messages":1000,"checksum":3735928559}}. Stateless and thread-safe.
 */
public final class StreamJson {

  /** The media type of a stream. */
  public static final String LINES = "application/x-ndjson";

  public static final String FROM_SERVER_PATH = "/" + Streams.FROM_SERVER.name();
  public static final String FROM_CLIENT_PATH = "/" + Streams.FROM_CLIENT.name();

  /** What is expected of a request, for the sender of another one. */
  public static final String EXPECTED = "expected {\"messages\": 1000, \"size\": 64}";

  /** A request, or what was received, and as much again. */
  public static final int MAX_OBJECT_BYTES = 256;

  /** The longest line of a pack's message, bytes. */
  private static final int MAX_LINE_BYTES = lineBytes(PackedStream.MAX_BYTES);

  /** That of others. */
  private static final int MAX_FILLER_BYTES = lineBytes(StreamRequest.MAX_MESSAGE_BYTES);

  private static final int FIRST_LINE_BYTES = 256;

  private static final ObjectReader REQUESTS = StrictJson.MAPPER.readerFor(RequestBody.class);
  private static final ObjectReader SUMS = StrictJson.MAPPER.readerFor(SumBody.class);
  private static final ObjectReader MESSAGES = StrictJson.MAPPER.readerFor(MessageBody.class);
  private static final ObjectWriter WRITTEN = StrictJson.MAPPER.writer();

  /** The label is made of a name each time; each message of a stream is compared with it. */
  private static final String JSON = Encoding.JSON.label();

  private StreamJson() {}

  /** Three bytes of a message are four in Base64. */
  private static int lineBytes(int messageBytes) {
    return 4 * (messageBytes / 3 + 1) + 64;
  }

  private static boolean isJson(String encoding) {
    return encoding.equals(JSON);
  }

  record RequestBody(@Nullable Integer messages, @Nullable Integer size) {}

  record SumBody(@Nullable Integer messages, @Nullable Long checksum) {}

  /** Jackson has bytes in Base64. */
  @SuppressWarnings("ArrayRecordComponent") // read or written once, never compared
  record MessageBody(byte @Nullable [] content) {}

  /** What a server is to send. */
  public static byte[] written(StreamRequest request) {
    return WRITTEN.writeValueAsBytes(new RequestBody(request.messages(), request.size()));
  }

  /**
   * Reads what a server is to send.
   *
   * @return empty where it is no JSON of a request: {@link #EXPECTED}
   * @throws IllegalArgumentException where the contract does not allow it, saying why in one line
   */
  public static Optional<StreamRequest> request(
      byte[] json, String encoding, Message.Service messages) {
    try {
      RequestBody body = REQUESTS.readValue(json);
      return body == null || body.messages() == null || body.size() == null
          ? Optional.empty()
          : Optional.of(StreamRequest.of(body.messages(), body.size(), encoding, messages));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** What a server has received. */
  public static byte[] written(StreamDigest received) {
    return WRITTEN.writeValueAsBytes(
        new SumBody(received.messages(), Integer.toUnsignedLong(received.checksum())));
  }

  /** What a server has received of this stream; empty where that is no JSON of it. */
  public static Optional<StreamReply> reply(StreamRequest stream, byte[] json) {
    try {
      SumBody body = SUMS.readValue(json);
      return body == null || body.messages() == null || body.checksum() == null
          ? Optional.empty()
          : Optional.of(stream.reply(body.messages(), body.checksum().intValue()));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** A message, with the end of its line; of filler the encoding is empty. */
  public static byte[] line(byte[] message, String encoding) {
    byte[] json = isJson(encoding) ? message : WRITTEN.writeValueAsBytes(new MessageBody(message));
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  /** A line that is no message. */
  public static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1;

    UnreadableException(boolean json, int maxBytes) {
      super(
          "expected lines of %s, each of at most %d bytes"
              .formatted(
                  json ? "a message in JSON" : "{\"content\": \"...\"} in Base64", maxBytes));
    }
  }

  /** Reads lines, in whichever parts they come; holds one of them. For one thread at a time. */
  public static final class Lines {
    private final Consumer<ByteBuffer> messages;
    private final boolean json;
    private final int maxBytes;
    private byte[] line = new byte[FIRST_LINE_BYTES];
    private int length;

    /** None so far; of filler the encoding is empty. Each message is passed on when it is whole. */
    public Lines(String encoding, Consumer<ByteBuffer> messages) {
      this.messages = messages;
      this.json = isJson(encoding);
      this.maxBytes = encoding.isEmpty() ? MAX_FILLER_BYTES : MAX_LINE_BYTES;
    }

    /** Reads the next part of the stream; throws where one of its lines is no message. */
    public void read(ByteBuffer part) throws UnreadableException {
      while (part.hasRemaining()) {
        int end = part.position();
        while (end < part.limit() && part.get(end) != '\n') {
          end++;
        }
        append(part, end - part.position());
        if (part.hasRemaining()) {
          part.get(); // the end of the line
          messages.accept(message());
          length = 0;
        }
      }
    }

    private void append(ByteBuffer part, int bytes) throws UnreadableException {
      int longer = length + bytes;
      if (longer > maxBytes) {
        throw unreadable();
      }
      if (longer > line.length) {
        line = Arrays.copyOf(line, Math.min(maxBytes, 2 * longer));
      }
      part.get(line, length, bytes);
      length = longer;
    }

    private UnreadableException unreadable() {
      return new UnreadableException(json, maxBytes);
    }

    private ByteBuffer message() throws UnreadableException {
      if (json) {
        return ByteBuffer.wrap(line, 0, length);
      }
      try {
        MessageBody body = MESSAGES.readValue(line, 0, length);
        if (body != null && body.content() != null) {
          return ByteBuffer.wrap(body.content());
        }
      } catch (JacksonException e) {
        // as below
      }
      throw unreadable();
    }

    /** The stream has ended, which must not be within a line. */
    public void end() throws UnreadableException {
      if (length > 0) {
        throw unreadable();
      }
    }
  }
}
