package io.rpcstress.contract.socket.capnp;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.capnproto.Data;
import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructReader;
import org.capnproto.StructSize;
import org.capnproto.Text;

/** {@code Call} of {@code socket.capnp}: two words of data, two pointers. Written by hand. */
public final class CapnpCall {
  /** Says that {@code greet} is set. */
  public static final short GREET = 0;

  /** Says that {@code put} is set. */
  public static final short PUT = 1;

  /** Makes readers and builders, for many threads. */
  public static final Factory FACTORY = new Factory();

  private static final StructSize SIZE = new StructSize((short) 2, (short) 2);

  /** The union's tag, in 16 bits each. */
  private static final int TAG = 4;

  /** The pointers: {@code greet} has the one of {@code key}. */
  private static final int GREET_POINTER = 0;

  private static final int KEY_POINTER = 0;
  private static final int VALUE_POINTER = 1;

  private CapnpCall() {}

  /** Makes readers and builders. Stateless. */
  public static final class Factory extends StructFactory<Builder, Reader> {
    private Factory() {}

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
      return SIZE;
    }

    @Override
    public Reader asReader(Builder builder) {
      return builder.asReader();
    }
  }

  /** Writes a call into a message. Not thread-safe. */
  public static final class Builder extends StructBuilder {
    private Builder(SegmentBuilder segment, int data, int pointers, int dataSize, short count) {
      super(segment, data, pointers, dataSize, count);
    }

    private Reader asReader() {
      return new Reader(segment, data, pointers, dataSize, pointerCount, Integer.MAX_VALUE);
    }

    /** Sets whose call it is. */
    public void setId(long id) {
      _setLongField(0, id);
    }

    /** Asks for a greeting. */
    public void setGreet(String name) {
      _setShortField(TAG, GREET);
      byte[] text = name.getBytes(UTF_8);
      _initPointerField(Text.factory, GREET_POINTER, text.length).asByteBuffer().put(text);
    }

    /** Asks to keep an entry; copies both. */
    public void setPut(byte[] key, byte[] value) {
      _setShortField(TAG, PUT);
      _initPointerField(Data.factory, KEY_POINTER, key.length).asByteBuffer().put(key);
      _initPointerField(Data.factory, VALUE_POINTER, value.length).asByteBuffer().put(value);
    }
  }

  /**
   * Reads a call in a message. What it points to is checked, and counted against what may be read
   * of the message, each time that it is asked for: ask once. Not thread-safe.
   */
  public static final class Reader extends StructReader {
    private Reader(
        SegmentReader segment, int data, int pointers, int dataSize, short count, int nesting) {
      super(segment, data, pointers, dataSize, count, nesting);
    }

    /** Whose call it is. */
    public long getId() {
      return _getLongField(0);
    }

    /** What is asked: {@link #GREET}, {@link #PUT}, or what a later schema has. */
    public short which() {
      return _getShortField(TAG);
    }

    /** Who is to be greeted; empty where no name is set. */
    public String getGreet() {
      return _getPointerField(Text.factory, GREET_POINTER, null, 0, 0).toString();
    }

    /** The key, a copy; empty where none is set. */
    public byte[] getKey() {
      return _getPointerField(Data.factory, KEY_POINTER, null, 0, 0).toArray();
    }

    /** The value, a copy; empty where none is set. */
    public byte[] getValue() {
      return _getPointerField(Data.factory, VALUE_POINTER, null, 0, 0).toArray();
    }
  }
}
