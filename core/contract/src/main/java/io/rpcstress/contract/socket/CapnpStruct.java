package io.rpcstress.contract.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.capnproto.Data;
import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructReader;
import org.capnproto.StructSize;
import org.capnproto.Text;

/**
 * The two structs of {@code socket.capnp}, written by hand. Both have two words of data: the id,
 * and the union's tag with the flag behind it. What else they hold is behind pointers.
 */
final class CapnpStruct extends StructFactory<CapnpStruct.Builder, CapnpStruct.Reader> {
  /** {@code greet} has the pointer of {@code key}. */
  static final CapnpStruct CALL = new CapnpStruct(2);

  static final short GREET = 0;
  static final short PUT = 1;

  /** {@code greeting} and {@code refused} share a pointer. */
  static final CapnpStruct ANSWER = new CapnpStruct(1);

  static final short GREETING = 0;
  static final short KEPT = 1;
  static final short REFUSED = 2;

  /** The tag, in 16 bits each. */
  private static final int TAG = 4;

  private static final int FLAG_BIT = 80;

  private final StructSize size;

  private CapnpStruct(int pointers) {
    size = new StructSize((short) 2, (short) pointers);
  }

  @Override
  public Reader constructReader(
      SegmentReader segment, int data, int pointers, int dataSize, short count, int nesting) {
    return new Reader(segment, data, pointers, dataSize, count, nesting);
  }

  @Override
  public Builder constructBuilder(
      SegmentBuilder segment, int data, int pointers, int dataSize, short count) {
    return new Builder(segment, data, pointers, dataSize, count);
  }

  @Override
  public StructSize structSize() {
    return size;
  }

  @Override
  public Reader asReader(Builder builder) {
    return builder.asReader();
  }

  /** Writes a struct into a message. Not thread-safe. */
  static final class Builder extends StructBuilder {
    private Builder(SegmentBuilder segment, int data, int pointers, int dataSize, short count) {
      super(segment, data, pointers, dataSize, count);
    }

    private Reader asReader() {
      return new Reader(segment, data, pointers, dataSize, pointerCount, Integer.MAX_VALUE);
    }

    void setHead(long id, short tag) {
      _setLongField(0, id);
      _setShortField(TAG, tag);
    }

    void setFlag(boolean flag) {
      _setBooleanField(FLAG_BIT, flag);
    }

    void setText(String text) {
      byte[] bytes = text.getBytes(UTF_8);
      _initPointerField(Text.factory, 0, bytes.length).asByteBuffer().put(bytes);
    }

    void setData(int pointer, byte[] bytes) {
      _initPointerField(Data.factory, pointer, bytes.length).asByteBuffer().put(bytes);
    }
  }

  /**
   * Reads a struct in a message. What it points to is checked, and counted against what may be read
   * of the message, each time that it is read: read it once. Not thread-safe.
   */
  static final class Reader extends StructReader {
    private Reader(
        SegmentReader segment, int data, int pointers, int dataSize, short count, int nesting) {
      super(segment, data, pointers, dataSize, count, nesting);
    }

    long id() {
      return _getLongField(0);
    }

    /** One of the constants, or what a later schema has. */
    short tag() {
      return _getShortField(TAG);
    }

    boolean flag() {
      return _getBooleanField(FLAG_BIT);
    }

    /** Empty where none is set. */
    String text() {
      return _getPointerField(Text.factory, 0, null, 0, 0).toString();
    }

    /** A copy; empty where none is set. */
    byte[] data(int pointer) {
      return _getPointerField(Data.factory, pointer, null, 0, 0).toArray();
    }
  }
}
