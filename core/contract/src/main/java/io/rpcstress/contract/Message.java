package io.rpcstress.contract;

import io.rpcstress.contract.serial.SerialObjects;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The message operation: a message of the user's own, answered by the reply that its pack has for
 * it. Both hosts write and read the bytes within the call, by the code of the pack; a technology
 * carries them, and knows nothing of what they are.
 */
public final class Message {

  /** The longest request or reply, bytes. Every server refuses longer ones. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** The payload's dimension. */
  public static final String ENCODING = "encoding";

  /** Their labels. */
  private static final List<String> ENCODINGS =
      Arrays.stream(Encoding.values()).map(Encoding::label).toList();

  public static final Operation<Request, Object> OPERATION = new Carrying();

  /** RPCX: the published name of the service, as little telling as {@link Greeting}'s. */
  public static final String RPCX_SERVICE = "s5";

  public static final String RPCX_METHOD = "m1";

  private static final String HTTP_PATH = "/message/";

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "json", "application/json",
          "protobuf", "application/x-protobuf",
          "avro", "application/avro",
          "cbor", "application/cbor",
          "java", SerialObjects.TYPE);

  /** As much of a message as a line about a wrong one shows, characters. */
  private static final int MAX_SHOWN_CHARS = 120;

  /** A pack's name in rows has no more of each, characters. */
  private static final int SHOWN_OF_A_NAME = 40;

  private static final int SHOWN_OF_A_HASH = 16;

  private Message() {}

  /** What one call carries. Immutable; safe for use by many threads. */
  public interface Request {

    /** One of {@link #encodings}. */
    String encoding();

    /** What {@link #pack(String, String)} made. */
    String pack();

    /** The bytes of the request, written anew by each call. */
    byte[] encode();

    /** Reads a reply to the end. */
    Object decode(byte[] reply) throws IOException;

    /** The reply that a server which works gives, as {@link #decode} reads it. */
    Object expected();

    /** Size of {@link #encode}, bytes; the mean over the samples of a pack. */
    int requestBytes();

    /** The same of the expected reply. */
    int replyBytes();

    /** Size of the longest request or reply of its pack, bytes. */
    default int longestBytes() {
      return Math.max(requestBytes(), replyBytes());
    }

    /** Which part of a mix it is, from 0. */
    default int part() {
      return 0;
    }

    /** What another call carries, where a pack has several samples. */
    default Request numbered(long number) {
      return this;
    }
  }

  /** What a server does with a request. Safe for use by many threads. */
  public interface Service {

    /** That of a server without a pack. */
    Service NONE =
        (encoding, request) -> {
          throw new IllegalArgumentException("a server without a message: start it with --message");
        };

    /**
     * Reads a request, and writes its reply in the same encoding.
     *
     * @throws IllegalArgumentException saying in one line why the request has no reply
     */
    byte[] answer(String encoding, byte[] request);

    /**
     * What the messages of streams are in an encoding.
     *
     * @throws IllegalArgumentException saying in one line why there are none
     */
    default StreamContent stream(String encoding) {
      throw new IllegalArgumentException(
          "a stream of a pack's messages: start the server with that pack alone as --message");
    }

    /**
     * The longest request that a server has to take, bytes: without a pack none that is longer than
     * those of its other operations.
     */
    default int maxBytes(int others) {
      return this == NONE ? others : Math.max(MAX_BYTES, others);
    }
  }

  /** The encodings that there are. Unmodifiable. */
  public static List<String> encodings() {
    return ENCODINGS;
  }

  /** How a pack or a mix is named in rows, and a pack where both hosts compare theirs. */
  public static String pack(String name, String hash) {
    return name.substring(0, Math.min(name.length(), SHOWN_OF_A_NAME))
        + "-"
        + hash.substring(0, SHOWN_OF_A_HASH);
  }

  public static String httpPath(String encoding) {
    return HTTP_PATH + encoding;
  }

  /** The type of an HTTP body in an encoding. */
  public static String mediaType(String encoding) {
    return MEDIA_TYPES.getOrDefault(encoding, "application/octet-stream");
  }

  private static final class Carrying extends NamedOperation<Request, Object> {
    Carrying() {
      super(
          "message",
          "a message of your own in an encoding, answered by its reply",
          PayloadDimension.ofWords(ENCODING, ENCODINGS));
    }

    @Override
    public Request request(Payload payload) {
      throw new IllegalArgumentException("a message comes out of a pack: give --message FILE");
    }

    @Override
    public Request numbered(Request request, long number) {
      return request.numbered(number);
    }

    @Override
    public int part(Request request) {
      return request.part();
    }

    @Override
    public Payload payload(Request request) {
      return Payload.defaultOf(this).with(ENCODING, ENCODINGS.indexOf(request.encoding()));
    }

    @Override
    public long bytes(Request request) {
      return request.requestBytes();
    }

    @Override
    public Long replyBytes(Request request) {
      return (long) request.replyBytes();
    }

    @Override
    public String pack(Request request) {
      return request.pack();
    }

    @Override
    public Object answer(Request request) {
      return request.expected();
    }

    @Override
    public boolean isAnswer(Request request, Object reply) {
      return request.expected().equals(reply);
    }

    @Override
    public String describeWrong(Request request, Object reply) {
      return "the reply is %s, expected %s".formatted(shown(reply), shown(request.expected()));
    }

    private static String shown(Object message) {
      return PrintableText.of(message.toString(), MAX_SHOWN_CHARS);
    }

    @Override
    public Object falsified(Object right) {
      return new Another();
    }
  }

  /** Equals no message of any pack. */
  private record Another() {}
}
