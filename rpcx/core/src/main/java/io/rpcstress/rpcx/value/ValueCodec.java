package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of one declared type into the content of a Protobuf field and back. Immutable
 * and thread-safe.
 */
public abstract class ValueCodec {
  private final String alias;

  ValueCodec(String alias) {
    this.alias = alias;
  }

  /** The short, stable name of the type on the wire. */
  public final String alias() {
    return alias;
  }

  /**
   * A value's content, without key and length.
   *
   * @param value a value of the declared type
   * @return the bytes; they may share the value's array, so they are for writing at once
   * @throws IllegalArgumentException if the value holds a null where none can be
   */
  public abstract ByteString encode(Object value);

  /**
   * The length of a value's content if {@link #writePlain} can write it without a copy.
   *
   * @param value a value of the declared type
   * @return bytes, or -1 if {@link #encode} has to make them first
   */
  public int plainSize(Object value) {
    return -1;
  }

  /**
   * Writes a value's content: the very bytes that {@link #encode} would give.
   *
   * @param value a value whose {@link #plainSize} is not -1
   * @param target where to
   * @param at the first byte's index; there is room for {@link #plainSize}
   */
  public void writePlain(Object value, byte[] target, int at) {
    throw new IllegalArgumentException("a " + alias + " cannot be written without a copy");
  }

  /**
   * Reads a value's content, which may be overwritten afterwards, by the default limits.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @return a value of the declared type
   * @throws MalformedFrameException if the bytes are no such value
   */
  public final Object decode(byte[] bytes, int from, int to) {
    return decode(bytes, from, to, budget(Limits.DEFAULTS.maxObjects()));
  }

  /**
   * Reads a value's content, which may be overwritten afterwards.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @param budget how many objects it may become
   * @return a value of the declared type
   * @throws MalformedFrameException if the bytes are no such value
   */
  public Object decode(byte[] bytes, int from, int to, ObjectBudget budget) {
    return decode(ByteString.copyFrom(bytes, from, to - from), budget);
  }

  /**
   * What a value of this type is counted with.
   *
   * @param maxObjects how many objects it may become
   * @return a budget for one value; of a type that is one object nothing is counted
   */
  public final ObjectBudget budget(int maxObjects) {
    return compound() ? new ObjectBudget(maxObjects) : ObjectBudget.FOR_PLAIN;
  }

  /**
   * Reads a value's content, by the default limits.
   *
   * @param content the bytes
   * @return a value of the declared type
   * @throws MalformedFrameException if the bytes are no such value
   */
  public final Object decode(ByteString content) {
    return decode(content, budget(Limits.DEFAULTS.maxObjects()));
  }

  /**
   * Reads a value's content.
   *
   * @param content the bytes
   * @param budget how many objects it may become
   * @return a value of the declared type
   * @throws MalformedFrameException if the bytes are no such value
   */
  public abstract Object decode(ByteString content, ObjectBudget budget);

  /** Whether a value can be more than one object. */
  public boolean compound() {
    return false;
  }

  /** The Protobuf wire type of a field that holds such a value. */
  int wireType() {
    return WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  /** What an absent map key or value stands for, or null if it must not be absent. */
  @Nullable Object zero() {
    return null;
  }

  /** What a component, a parameter or a result stands for that is absent: null but for Optional. */
  public @Nullable Object absent() {
    return null;
  }

  /** Parts by their names, with their aliases, of a type that an application defines. */
  Map<String, String> members() {
    return Map.of();
  }

  /** The Protobuf type of a field that holds such a value. */
  abstract String protoType(ProtoFile file);

  /** What a schema contains of such a value beside its Protobuf type. */
  String protoComment() {
    return alias;
  }

  /** Writes the value as a field, with its key and, if it needs one, its length. */
  void writeField(CodedOutputStream out, int field, Object value) throws IOException {
    out.writeBytes(field, encode(value));
  }

  /** Reads the value of a field whose key was just read. */
  Object readField(CodedInputStream in, ObjectBudget budget) throws IOException {
    return decode(in.readBytes(), budget);
  }

  /** Passes over a field that is of no interest. */
  static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new MalformedFrameException("the end of a group that did not begin");
    }
  }

  /** Decodes UTF-8 strictly. */
  static String utf8(ByteString content) {
    if (!content.isValidUtf8()) {
      throw new MalformedFrameException("a text that is not UTF-8");
    }
    return content.toStringUtf8();
  }
}
