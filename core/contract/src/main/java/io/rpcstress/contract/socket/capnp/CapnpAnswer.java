package io.rpcstress.contract.socket.capnp;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructReader;
import org.capnproto.StructSize;
import org.capnproto.Text;

/** {@code Answer} of {@code socket.capnp}: two words of data, one pointer. Written by hand. */
public final class CapnpAnswer {
  /** Says that {@code greeting} is set. */
  public static final short GREETING = 0;

  /** Says that {@code kept} is set. */
  public static final short KEPT = 1;

  /** Says that {@code refused} is set. */
  public static final short REFUSED = 2;

  /** Makes readers and builders, for many threads. */
  public static final Factory FACTORY = new Factory();

  private static final StructSize SIZE = new StructSize((short) 2, (short) 1);

  /** The union's tag, in 16 bits each. */
  private static final int TAG = 4;

  /** The bit of {@code kept}. */
  private static final int KEPT_BIT = 80;

  /** The pointer that {@code greeting} and {@code refused} share. */
  private static final int TEXT_POINTER = 0;

  private CapnpAnswer() {}

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

  /** Writes an answer into a message. Not thread-safe. */
  public static final class Builder extends StructBuilder {
    private Builder(SegmentBuilder segment, int data, int pointers, int dataSize, short count) {
      super(segment, data, pointers, dataSize, count);
    }

    private Reader asReader() {
      return new Reader(segment, data, pointers, dataSize, pointerCount, Integer.MAX_VALUE);
    }

    /** Sets whose answer it is. */
    public void setId(long id) {
      _setLongField(0, id);
    }

    /** Answers by a greeting. */
    public void setGreeting(String message) {
      _setShortField(TAG, GREETING);
      setText(message);
    }

    /** Answers whether a value is kept. */
    public void setKept(boolean success) {
      _setShortField(TAG, KEPT);
      _setBooleanField(KEPT_BIT, success);
    }

    /** Says why there is no other answer. */
    public void setRefused(String reason) {
      _setShortField(TAG, REFUSED);
      setText(reason);
    }

    private void setText(String of) {
      byte[] text = of.getBytes(UTF_8);
      _initPointerField(Text.factory, TEXT_POINTER, text.length).asByteBuffer().put(text);
    }
  }

  /**
   * Reads an answer in a message. What it points to is checked, and counted against what may be
   * read of the message, each time that it is asked for: ask once. Not thread-safe.
   */
  public static final class Reader extends StructReader {
    private Reader(
        SegmentReader segment, int data, int pointers, int dataSize, short count, int nesting) {
      super(segment, data, pointers, dataSize, count, nesting);
    }

    /** Whose answer it is. */
    public long getId() {
      return _getLongField(0);
    }

    /** What is answered: one of the constants, or what a later schema has. */
    public short which() {
      return _getShortField(TAG);
    }

    /** Whether a value is kept. */
    public boolean getKept() {
      return _getBooleanField(KEPT_BIT);
    }

    /** The greeting, or why there is none; empty where no text is set. */
    public String getText() {
      return _getPointerField(Text.factory, TEXT_POINTER, null, 0, 0).toString();
    }
  }
}
