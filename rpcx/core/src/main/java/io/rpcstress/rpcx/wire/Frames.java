package io.rpcstress.rpcx.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes whole frames: the length, and the envelope with one message in it. Those that every
 * connection needs are written by hand, the others by the generated code.
 */
public final class Frames {
  /** The version of the wire that this library speaks. */
  public static final int VERSION = 1;

  /** What HELLO calls the compression that this library speaks: raw DEFLATE (RFC 1951). */
  public static final int DEFLATE = 1;

  /** A key of one byte and a uint32. */
  private static final int MAX_NUMBER_BYTES = 6;

  private static final byte TOKEN_KEY =
      Hello.TOKEN_FIELD_NUMBER << Fields.TYPE_BITS | Fields.DELIMITED;

  private static final byte BASE_KEY =
      Hello.ID_BASE_FIELD_NUMBER << Fields.TYPE_BITS | Fields.FIXED64;

  private static final byte[] NO_TOKEN = {};

  private Frames() {}

  /**
   * A frame with any message.
   *
   * @param kind the message's field number in Envelope
   * @param message the message
   * @return the frame
   */
  public static byte[] of(int kind, MessageLite message) {
    int length = bodyLength(kind, message);
    byte[] frame = new byte[Integer.BYTES + length];
    ByteBuffer unused = ByteBuffer.wrap(frame).putInt(length);
    CodedOutputStream out = CodedOutputStream.newInstance(frame, Integer.BYTES, length);
    try {
      out.writeMessage(kind, message);
    } catch (IOException e) {
      // The array has the length that the message said it needs.
      throw new UncheckedIOException(e);
    }
    return frame;
  }

  /**
   * The length that a frame's body would have, in bytes.
   *
   * @param kind the message's field number in Envelope
   * @param message the message
   * @return the length, without the four bytes that carry it
   */
  public static int bodyLength(int kind, MessageLite message) {
    return CodedOutputStream.computeMessageSize(kind, message);
  }

  /**
   * A HELLO frame. It is the first that a process writes, so it is written by hand.
   *
   * @param maxFrameBytes the largest frame body that the sender accepts
   * @param token who calls, or null
   * @param defaultDeadlineMs deadline of requests that carry none, in ms; 0 from a server
   * @param maxInFlight calls in flight that a server accepts; 0 from a client
   * @param idBase from what a client counts ids, which offers wire 1.1; 0 for wire 1.0
   * @param maxMethodNumbers methods that may get a number, with which a server takes the offer; 0
   *     for wire 1.0
   * @return the frame
   */
  public static byte[] hello(
      int maxFrameBytes,
      @Nullable String token,
      long defaultDeadlineMs,
      int maxInFlight,
      long idBase,
      int maxMethodNumbers) {
    byte[] who = token == null ? NO_TOKEN : token.getBytes(StandardCharsets.UTF_8);
    byte[] body =
        new byte
            [5 * MAX_NUMBER_BYTES + Fields.ID_BYTES + 1 + Varints.size(who.length) + who.length];
    int at = number(body, 0, Hello.VERSION_FIELD_NUMBER, VERSION);
    at = number(body, at, Hello.MAX_FRAME_BYTES_FIELD_NUMBER, maxFrameBytes);
    if (who.length > 0) {
      at = Fields.begin(body, at, TOKEN_KEY, who.length);
      System.arraycopy(who, 0, body, at, who.length);
      at += who.length;
    }
    at = number(body, at, Hello.DEFAULT_DEADLINE_MS_FIELD_NUMBER, (int) defaultDeadlineMs);
    at = number(body, at, Hello.MAX_IN_FLIGHT_FIELD_NUMBER, maxInFlight);
    if (idBase != 0) {
      body[at] = BASE_KEY;
      at = Varints.writeFixed64(body, at + 1, idBase);
    }
    at = number(body, at, Hello.MAX_METHOD_NUMBERS_FIELD_NUMBER, maxMethodNumbers);
    return frame(Envelope.HELLO_FIELD_NUMBER, body, at);
  }

  /**
   * The HELLO frame of a server that is going to stop.
   *
   * @param hello what it says otherwise, from {@link #hello}
   * @return the frame
   */
  public static byte[] draining(byte[] hello) {
    return with(hello, Hello.DRAINING_FIELD_NUMBER, 1);
  }

  /**
   * The HELLO frame of a client that offers to compress, or of a server that takes the offer.
   *
   * @param hello what it says otherwise, from {@link #hello}
   * @return the frame
   */
  public static byte[] compressed(byte[] hello) {
    return with(hello, Hello.COMPRESSION_FIELD_NUMBER, DEFLATE);
  }

  /**
   * The HELLO frame of a client that offers wire 1.2, or of a server that takes the offer.
   *
   * @param hello what it says otherwise, from {@link #hello}: an offer of wire 1.1, or that it is
   *     taken
   * @return the frame
   */
  public static byte[] typesByNumber(byte[] hello) {
    return with(hello, Hello.TYPES_BY_NUMBER_FIELD_NUMBER, 1);
  }

  /** Adds a number of one byte to a message. */
  private static byte[] with(byte[] hello, int field, int value) {
    int length = messageLength(hello.length);
    byte[] body = Arrays.copyOfRange(hello, hello.length - length, hello.length + 2);
    int end = number(body, length, field, value);
    return frame(Envelope.HELLO_FIELD_NUMBER, body, end);
  }

  /** Writes a uint32, which is absent if it is 0. */
  private static int number(byte[] target, int at, int field, int value) {
    if (value == 0) {
      return at;
    }
    target[at] = (byte) (field << Fields.TYPE_BITS);
    return Varints.write(target, at + 1, Integer.toUnsignedLong(value));
  }

  private static byte[] frame(int kind, byte[] body, int length) {
    byte[] frame = new byte[size(length)];
    int at = begin(frame, 0, kind, length);
    System.arraycopy(body, 0, frame, at, length);
    return frame;
  }

  /**
   * Writes what stands before a message: the frame's length, and the envelope's field.
   *
   * @param frame the array, at whose end the frame ends
   * @param from the frame's first index
   * @param kind the message's field number in Envelope
   * @param length the message's length
   * @return the index at which the message begins
   */
  public static int begin(byte[] frame, int from, int kind, int length) {
    int body = frame.length - from - Integer.BYTES;
    for (int i = 0; i < Integer.BYTES; i++) {
      frame[from + i] = (byte) (body >>> ((Integer.BYTES - 1 - i) * Byte.SIZE));
    }
    return Fields.begin(frame, from + Integer.BYTES, delimited(kind), length);
  }

  private static byte delimited(int field) {
    return (byte) (field << Fields.TYPE_BITS | Fields.DELIMITED);
  }

  /**
   * A field with a text, as it stands in any message.
   *
   * @param field the field's number, 1 to 15
   * @param text its content
   * @return key, length and UTF-8
   */
  public static byte[] text(int field, String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[Math.toIntExact(Fields.size(content.length))];
    int at = Fields.begin(bytes, 0, delimited(field), content.length);
    System.arraycopy(content, 0, bytes, at, content.length);
    return bytes;
  }

  /**
   * The two fields of a request with its names.
   *
   * @param service the published name of a service
   * @param method the published name of a method
   * @return both fields, in order
   * @throws IllegalArgumentException if a name is empty or longer than {@link
   *     Limits#MAX_NAME_BYTES}
   */
  public static byte[] names(String service, String method) {
    byte[] first = name(RPCXRequest.SERVICE_FIELD_NUMBER, service);
    byte[] second = name(RPCXRequest.METHOD_FIELD_NUMBER, method);
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] name(int field, String published) {
    int length = published.getBytes(StandardCharsets.UTF_8).length;
    if (length < 1 || length > Limits.MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "has a published name of " + length + " bytes, expected 1 to " + Limits.MAX_NAME_BYTES);
    }
    return text(field, published);
  }

  /**
   * The size of a frame with a message.
   *
   * @param length the message's length
   * @return the size, the four bytes of the length included
   * @throws ArithmeticException if no array is so large
   */
  public static int size(long length) {
    return Math.toIntExact(Integer.BYTES + Fields.size(length));
  }

  /**
   * The length of the message in a frame, which is {@link #size} the other way round.
   *
   * @param size a frame's size, in bytes
   * @return the message's length
   */
  public static int messageLength(int size) {
    int field = size - Integer.BYTES - 1;
    int prefix = 1;
    while (Varints.size(field - prefix) > prefix) {
      prefix++;
    }
    return field - prefix;
  }

  /**
   * A PING frame.
   *
   * @param id what the answer repeats
   * @return the frame
   */
  public static byte[] ping(long id) {
    return of(Envelope.PING_FIELD_NUMBER, id);
  }

  /**
   * A PONG frame.
   *
   * @param id the ping's
   * @return the frame
   */
  public static byte[] pong(long id) {
    return of(Envelope.PONG_FIELD_NUMBER, id);
  }

  /**
   * A CANCEL frame.
   *
   * @param id the call's
   * @return the frame
   */
  public static byte[] cancel(long id) {
    return of(Envelope.CANCEL_FIELD_NUMBER, id);
  }

  /** A message with an id alone, which is absent if it is 0. */
  private static byte[] of(int kind, long id) {
    byte[] body = new byte[id == 0 ? 0 : Fields.ID_BYTES];
    if (id != 0) {
      int unused = Fields.writeId(body, 0, id);
    }
    return frame(kind, body, body.length);
  }

  /**
   * A GOAWAY frame.
   *
   * @param status 0 for an orderly farewell
   * @param message why
   * @return the frame
   */
  public static byte[] goAway(int status, String message) {
    return goAway(status, message, null);
  }

  /**
   * The last frame of an orderly farewell: what was not answered before it did not run.
   *
   * @param message why
   * @return the frame
   */
  public static byte[] lastGoAway(String message) {
    return of(
        Envelope.GO_AWAY_FIELD_NUMBER,
        GoAway.newBuilder().setMessage(message).setAllAnswered(true).build());
  }

  /**
   * A GOAWAY frame that may name a call.
   *
   * @param status 0 for an orderly farewell
   * @param message why
   * @param callId the call whose request is the reason, or null
   * @return the frame
   */
  public static byte[] goAway(int status, String message, @Nullable Long callId) {
    GoAway.Builder farewell = GoAway.newBuilder().setStatus(status).setMessage(message);
    if (callId != null) {
      farewell.setCallId(callId);
    }
    return of(Envelope.GO_AWAY_FIELD_NUMBER, farewell.build());
  }
}
