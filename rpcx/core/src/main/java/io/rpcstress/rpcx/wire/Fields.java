package io.rpcstress.rpcx.wire;

/**
 * The numbers of the wire, which docs/wire.md and docs/rpcx.proto give names, and what stands
 * before a field's content. All keys take one byte. Thread-safe.
 */
public final class Fields {
  /** Wire type of a whole number of variable length. */
  public static final int VARINT = 0;

  /** Wire type of eight bytes. */
  public static final int FIXED64 = 1;

  /** Wire type of a length and so many bytes. */
  public static final int DELIMITED = 2;

  /** How far the field's number stands above the wire type in a key, in bits. */
  public static final int TYPE_BITS = 3;

  /** The part of a key that is the wire type. */
  public static final int TYPE_MASK = (1 << TYPE_BITS) - 1;

  /** Envelope with a call. */
  public static final int REQUEST = 1;

  /** Envelope with the answer to a call. */
  public static final int REPLY = 2;

  /** Envelope that is the first in either direction. */
  public static final int HELLO = 3;

  /** Envelope that asks for a PONG. */
  public static final int PING = 4;

  /** Envelope that answers a PING. */
  public static final int PONG = 5;

  /** Envelope with which a server ends a connection. */
  public static final int GO_AWAY = 6;

  /** Envelope that reports that a caller has lost interest. */
  public static final int CANCEL = 7;

  /** Key of the id in every message that has one, except GOAWAY. */
  public static final byte ID_KEY = 1 << TYPE_BITS | VARINT;

  /** Key of a request's service. */
  public static final byte SERVICE_KEY = 2 << TYPE_BITS | DELIMITED;

  /** Key of a request's method. */
  public static final byte METHOD_KEY = 3 << TYPE_BITS | DELIMITED;

  /** Key of each parameter of a request. */
  public static final byte PARAMETER_KEY = 4 << TYPE_BITS | DELIMITED;

  /** Key of a request's deadline. */
  public static final byte DEADLINE_KEY = 5 << TYPE_BITS | VARINT;

  /** Key of a request's one-way mark. */
  public static final byte ONE_WAY_KEY = 6 << TYPE_BITS | VARINT;

  /** Key of each metadata entry of a request or a reply. */
  public static final byte METADATA_KEY = 7 << TYPE_BITS | DELIMITED;

  /** Key of the number of a request's method. */
  public static final byte NUMBER_KEY = 8 << TYPE_BITS | VARINT;

  /** Key of the type in a parameter or a detail. */
  public static final byte TYPE_KEY = 1 << TYPE_BITS | DELIMITED;

  /** Key of the value in a parameter or a detail. */
  public static final byte VALUE_KEY = 2 << TYPE_BITS | DELIMITED;

  /** Key of a reply's result. */
  public static final byte RESULT_KEY = 2 << TYPE_BITS | DELIMITED;

  /** Key of a reply's status. */
  public static final byte STATUS_KEY = 3 << TYPE_BITS | VARINT;

  /** Key of a failed reply's message. */
  public static final byte MESSAGE_KEY = 4 << TYPE_BITS | DELIMITED;

  /** Key of a failed reply's detail. */
  public static final byte DETAIL_KEY = 5 << TYPE_BITS | DELIMITED;

  /** Key of how long to wait before another attempt. */
  public static final byte RETRY_AFTER_KEY = 6 << TYPE_BITS | VARINT;

  /** Stands for the length or the place of a value that is absent, which is what null is. */
  public static final int ABSENT = -1;

  private Fields() {}

  /**
   * The size of a field with a length.
   *
   * @param length the content's length, in bytes
   * @return the length of key, length and content, in bytes
   */
  public static long size(long length) {
    return 1 + Varints.size(length) + length;
  }

  /**
   * The size of a field with a number.
   *
   * @param value the number, which is absent if it is 0
   * @return the length of key and number, in bytes
   */
  public static int numberSize(long value) {
    return value == 0 ? 0 : 1 + Varints.size(value);
  }

  /**
   * Writes what stands before the content of a field with a length.
   *
   * @param target where to
   * @param at the key's index
   * @param key the key
   * @param length the content's length, in bytes
   * @return the content's first index
   */
  public static int begin(byte[] target, int at, byte key, long length) {
    target[at] = key;
    return Varints.write(target, at + 1, length);
  }

  /**
   * Writes a field with a number.
   *
   * @param target where to
   * @param at the key's index
   * @param key the key
   * @param value the number, which is absent if it is 0
   * @return the index after the last byte
   */
  public static int number(byte[] target, int at, byte key, long value) {
    if (value == 0) {
      return at;
    }
    target[at] = key;
    return Varints.write(target, at + 1, value);
  }
}
