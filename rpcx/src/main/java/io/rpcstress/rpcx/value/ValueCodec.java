package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of one declared type into the content of a Protobuf field and back. Immutable
 * and thread-safe.
 */
public abstract class ValueCodec {
  private final String alias;
  private final int wireType;

  ValueCodec(String alias, int wireType) {
    this.alias = alias;
    this.wireType = wireType;
  }

  /** The short, stable name of the type on the wire. */
  public final String alias() {
    return alias;
  }

  /** The Protobuf wire type of a field that holds such a value. */
  final int wireType() {
    return wireType;
  }

  /**
   * Writes a value's content, without key and length.
   *
   * @param out where to
   * @param value a value of the declared type
   * @throws IllegalArgumentException if the value holds a null where none can be
   */
  public abstract void write(ProtoWriter out, Object value);

  /**
   * Reads a value's content.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @return a value of the declared type
   * @throws MalformedFrameException if the bytes are no such value
   */
  public abstract Object read(byte[] bytes, int from, int to);

  /** What an absent map key or value stands for, or null if it must not be absent. */
  @Nullable Object zero() {
    return null;
  }

  /** Writes the value as a field, with its key and, if it needs one, its length. */
  final void writeField(ProtoWriter out, int field, Object value) {
    out.tag(field, wireType);
    if (wireType == ProtoWriter.LEN) {
      int mark = out.beginLength();
      write(out, value);
      out.endLength(mark);
    } else {
      write(out, value);
    }
  }

  /** Reads the value of a field whose key was just read. */
  final Object readField(ProtoReader in) {
    int from;
    if (wireType == ProtoWriter.LEN) {
      int length = in.length();
      from = in.position();
      in.skip(length);
    } else {
      from = in.position();
      in.skipField(wireType);
    }
    return read(in.array(), from, in.position());
  }
}
