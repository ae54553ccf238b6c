package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists: a message with one repeated field 1; numbers packed, as proto3 writes them. */
final class ListCodec extends ValueCodec {
  /** The most elements that a list or map from a peer may have: two bytes can become an object. */
  static final int MAX_ELEMENTS = 100_000;

  private static final int ITEM = 1;

  private final ValueCodec element;

  ListCodec(ValueCodec element) {
    super("list<" + element.alias() + ">", ProtoWriter.LEN);
    this.element = element;
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    Collection<?> items = (Collection<?>) value;
    if (element.wireType() == ProtoWriter.LEN) {
      for (Object item : items) {
        element.writeField(out, ITEM, present(item));
      }
    } else if (!items.isEmpty()) {
      out.tag(ITEM, ProtoWriter.LEN);
      int mark = out.beginLength();
      for (Object item : items) {
        element.write(out, present(item));
      }
      out.endLength(mark);
    }
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    List<Object> items = new ArrayList<>();
    ProtoReader in = new ProtoReader().reset(bytes, from, to);
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag == (ITEM << 3 | element.wireType())) {
        add(items, element.readField(in));
      } else if (tag == (ITEM << 3 | ProtoWriter.LEN)) {
        int length = in.length();
        ProtoReader packed = new ProtoReader().reset(bytes, in.position(), in.position() + length);
        in.skip(length);
        while (packed.hasMore()) {
          add(items, element.readField(packed));
        }
      } else {
        in.skipField(tag);
      }
    }
    return items;
  }

  @Override
  Object zero() {
    return new ArrayList<>();
  }

  private static void add(List<Object> items, Object item) {
    if (items.size() == MAX_ELEMENTS) {
      throw new MalformedFrameException("more than " + MAX_ELEMENTS + " elements");
    }
    items.add(item);
  }

  private Object present(@Nullable Object item) {
    if (item == null) {
      throw new IllegalArgumentException("null in a " + alias() + ": elements cannot be null");
    }
    return item;
  }
}
