package io.rpcstress.rpcx.wire;

import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;

/**
 * The keys of the fields that are written and read by hand, and what stands before a field's
 * content. All keys here take one byte. The numbers are constants of rpcx.proto, which the compiler
 * puts in: using them loads no generated class. Thread-safe.
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

  /** Key of the id in every message that has one. */
  public static final byte ID_KEY = RPCXRequest.ID_FIELD_NUMBER << TYPE_BITS | FIXED64;

  /** Length of the field with an id, in bytes. */
  public static final int ID_BYTES = 1 + Long.BYTES;

  /** Key of what stands for the id in wire 1.1, in requests and replies. */
  public static final byte OFFSET_KEY = RPCXRequest.ID_OFFSET_FIELD_NUMBER << TYPE_BITS | VARINT;

  /** Key of the number of a request's method, in wire 1.1. */
  public static final byte NUMBER_KEY =
      RPCXRequest.METHOD_NUMBER_FIELD_NUMBER << TYPE_BITS | VARINT;

  /** Key of a request's service. */
  public static final byte SERVICE_KEY = RPCXRequest.SERVICE_FIELD_NUMBER << TYPE_BITS | DELIMITED;

  /** Key of a request's method. */
  public static final byte METHOD_KEY = RPCXRequest.METHOD_FIELD_NUMBER << TYPE_BITS | DELIMITED;

  /** Key of each parameter of a request. */
  public static final byte PARAMETER_KEY =
      RPCXRequest.PARAMETERS_FIELD_NUMBER << TYPE_BITS | DELIMITED;

  /** Key of a parameter's value. */
  public static final byte VALUE_KEY = Parameter.VALUE_FIELD_NUMBER << TYPE_BITS | DELIMITED;

  /** Stands for the length or the place of a parameter's value that is absent. */
  public static final int ABSENT = -1;

  /** Key of a request's deadline. */
  public static final byte DEADLINE_KEY =
      RPCXRequest.DEADLINE_MS_FIELD_NUMBER << TYPE_BITS | VARINT;

  /** Key of a request's one-way mark. */
  public static final byte ONE_WAY_KEY = RPCXRequest.ONE_WAY_FIELD_NUMBER << TYPE_BITS | VARINT;

  /** Key of a reply's result. */
  public static final byte RESULT_KEY = RPCXReply.RESULT_FIELD_NUMBER << TYPE_BITS | DELIMITED;

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
   * Writes a field with an id.
   *
   * @param target where to
   * @param at the key's index
   * @param id any number
   * @return the index after the last byte
   */
  public static int writeId(byte[] target, int at, long id) {
    target[at] = ID_KEY;
    return Varints.writeFixed64(target, at + 1, id);
  }
}
