package io.rpcstress.rpcx.wire;

import io.rpcstress.rpcx.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes whole frames: the length, and the envelope with one message in it. */
public final class Frames {
  /** The version of the wire that this library speaks. */
  public static final int VERSION = 1;

  /** What HELLO calls the compression that this library speaks: raw DEFLATE (RFC 1951). */
  public static final int DEFLATE = 1;

  /** The largest body whose frame an array can hold, in bytes. */
  static final int MAX_BODY_BYTES = Integer.MAX_VALUE - Long.BYTES - Integer.BYTES;

  /** Keys of HELLO. */
  static final byte HELLO_VERSION_KEY = 1 << Fields.TYPE_BITS | Fields.VARINT;

  static final byte MAX_FRAME_KEY = 2 << Fields.TYPE_BITS | Fields.VARINT;
  static final byte TOKEN_KEY = 3 << Fields.TYPE_BITS | Fields.DELIMITED;
  static final byte DEFAULT_DEADLINE_KEY = 4 << Fields.TYPE_BITS | Fields.VARINT;
  static final byte MAX_IN_FLIGHT_KEY = 5 << Fields.TYPE_BITS | Fields.VARINT;
  static final byte DRAINING_KEY = 6 << Fields.TYPE_BITS | Fields.VARINT;
  static final byte COMPRESSION_KEY = 7 << Fields.TYPE_BITS | Fields.VARINT;

  /** Keys of GOAWAY. */
  static final byte GO_AWAY_STATUS_KEY = 1 << Fields.TYPE_BITS | Fields.VARINT;

  static final byte GO_AWAY_MESSAGE_KEY = 2 << Fields.TYPE_BITS | Fields.DELIMITED;
  static final byte GO_AWAY_CALL_KEY = 3 << Fields.TYPE_BITS | Fields.VARINT;
  static final byte ALL_ANSWERED_KEY = 4 << Fields.TYPE_BITS | Fields.VARINT;

  private static final byte[] NOTHING = {};

  private Frames() {}

  /**
   * A frame with any message.
   *
   * @param kind the message's field number in the envelope
   * @param message the message
   * @return the frame
   */
  public static byte[] of(int kind, byte[] message) {
    byte[] frame = new byte[size(message.length)];
    int at = begin(frame, 0, kind, message.length);
    System.arraycopy(message, 0, frame, at, message.length);
    return frame;
  }

  /**
   * Writes what stands before a message: the frame's length, and the envelope's field.
   *
   * @param frame the array, at whose end the frame ends
   * @param from the frame's first index
   * @param kind the message's field number in the envelope
   * @param length the message's length
   * @return the index at which the message begins
   */
  public static int begin(byte[] frame, int from, int kind, int length) {
    int body = frame.length - from - Integer.BYTES;
    for (int i = 0; i < Integer.BYTES; i++) {
      frame[from + i] = (byte) (body >>> ((Integer.BYTES - 1 - i) * Byte.SIZE));
    }
    byte key = (byte) (kind << Fields.TYPE_BITS | Fields.DELIMITED);
    return Fields.begin(frame, from + Integer.BYTES, key, length);
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
    return new FieldWriter()
        .content(Fields.SERVICE_KEY, name(service))
        .content(Fields.METHOD_KEY, name(method))
        .bytes();
  }

  /**
   * A published name as it travels.
   *
   * @throws IllegalArgumentException if it is empty or longer than {@link Limits#MAX_NAME_BYTES}
   */
  public static byte[] name(String published) {
    byte[] name = published.getBytes(StandardCharsets.UTF_8);
    if (name.length < 1 || name.length > Limits.MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "has a published name of "
              + name.length
              + " bytes, expected 1 to "
              + Limits.MAX_NAME_BYTES);
    }
    return name;
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
   * The message of a frame that was made here.
   *
   * @param frame the frame
   * @return the message's bytes
   */
  public static byte[] message(byte[] frame) {
    return Arrays.copyOfRange(frame, frame.length - messageLength(frame.length), frame.length);
  }

  /**
   * A PING frame.
   *
   * @param id what the answer repeats
   * @return the frame
   */
  public static byte[] ping(long id) {
    return of(Fields.PING, id);
  }

  /**
   * A PONG frame.
   *
   * @param id the ping's
   * @return the frame
   */
  public static byte[] pong(long id) {
    return of(Fields.PONG, id);
  }

  /**
   * A CANCEL frame.
   *
   * @param id the call's
   * @return the frame
   */
  public static byte[] cancel(long id) {
    return of(Fields.CANCEL, id);
  }

  private static byte[] of(int kind, long id) {
    return of(kind, id == 0 ? NOTHING : new FieldWriter().number(Fields.ID_KEY, id).bytes());
  }

  /**
   * Reads the id of a PING or a CANCEL.
   *
   * @param bytes the array
   * @param from the message's first index
   * @param to the index after its last byte
   * @return the id
   */
  public static long id(byte[] bytes, int from, int to) {
    FieldReader fields = new FieldReader().over(bytes, from, to);
    long id = 0;
    for (int key = fields.next(); key != 0; key = fields.next()) {
      if (key == Fields.ID_KEY) {
        id = fields.varint();
      } else {
        fields.skip(key);
      }
    }
    return id;
  }

  /**
   * Adds the id of a request whose frame is refused, if it stands where every known client writes
   * it: as the first field of the first message of the envelope.
   *
   * @param problem why it is refused
   * @param bytes the array
   * @param from the first index of the frame's body
   * @param to the index after the last byte that is there, which may be before the body's end
   * @return the problem as it was if this is no request or its id has not come
   */
  static MalformedFrameException withCall(
      MalformedFrameException problem, byte[] bytes, int from, int to) {
    FieldReader fields = new FieldReader().over(bytes, from, to);
    try {
      if (fields.next() == (Fields.REQUEST << Fields.TYPE_BITS | Fields.DELIMITED)) {
        long unusedLength = fields.varint();
        if (fields.next() == Fields.ID_KEY) {
          return new MalformedFrameException(String.valueOf(problem.getMessage()), fields.varint());
        }
      }
    } catch (MalformedFrameException e) {
      // The id has not come.
    }
    return problem;
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
        Fields.GO_AWAY,
        new FieldWriter().text(GO_AWAY_MESSAGE_KEY, message).number(ALL_ANSWERED_KEY, 1).bytes());
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
    FieldWriter farewell =
        new FieldWriter().number(GO_AWAY_STATUS_KEY, status).text(GO_AWAY_MESSAGE_KEY, message);
    if (callId != null) {
      farewell.present(GO_AWAY_CALL_KEY, callId);
    }
    return of(Fields.GO_AWAY, farewell.bytes());
  }
}
