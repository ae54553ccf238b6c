package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists: a message with one repeated field 1; numbers packed, as proto3 writes them. */
class ListCodec extends FieldsCodec {
  /** The most elements that a list or map from a peer may have: two bytes can become an object. */
  static final int MAX_ELEMENTS = 100_000;

  private static final int ITEM = 1;

  private final ValueCodec element;
  private final int more;

  ListCodec(ValueCodec element) {
    this("list<", element, 0);
  }

  /**
   * @param more objects that hold an element in the collection
   */
  ListCodec(String kind, ValueCodec element, int more) {
    super(kind + element.alias() + ">");
    this.element = element;
    this.more = more;
  }

  /** A collection to be filled. */
  Collection<Object> empty() {
    return new ArrayList<>();
  }

  /** Counts the hash codes of one collection's elements; null if they do not matter. */
  SetCodec.@Nullable HashCodes hashCodes() {
    return null;
  }

  @Override
  final void write(CodedOutputStream out, Object value) throws IOException {
    Collection<?> items = (Collection<?>) value;
    checkSize(items.size());
    if (!(element instanceof NumberCodec number)) {
      for (Object item : items) {
        element.writeField(out, ITEM, present(item));
      }
    } else if (!items.isEmpty()) {
      Gathered packed = new Gathered();
      for (Object item : items) {
        number.write(packed.out, present(item));
      }
      out.writeBytes(ITEM, packed.bytes());
    }
  }

  @Override
  final Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    budget.take(1);
    Collection<Object> items = empty();
    SetCodec.HashCodes codes = hashCodes();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int wireType = WireFormat.getTagWireType(tag);
      if (WireFormat.getTagFieldNumber(tag) != ITEM) {
        skip(in, tag);
      } else if (wireType == element.wireType()) {
        add(items, codes, one(in, budget));
      } else if (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        CodedInputStream packed = in.readBytes().newCodedInput();
        while (!packed.isAtEnd()) {
          add(items, codes, one(packed, budget));
        }
      } else {
        skip(in, tag);
      }
    }
    return items;
  }

  @Override
  final Object zero() {
    return empty();
  }

  @Override
  final String protoType(ProtoFile file) {
    return file.message(
        alias(), f -> List.of("repeated " + element.protoType(f) + " item = " + ITEM + ";"));
  }

  /** An element; a compound one counts itself. */
  private Object one(CodedInputStream in, ObjectBudget budget) throws IOException {
    budget.take(element.compound() ? more : 1 + more);
    return element.readField(in, budget);
  }

  private static void add(
      Collection<Object> items, SetCodec.@Nullable HashCodes codes, Object item) {
    if (codes != null) {
      codes.add(item);
    }
    if (items.size() == MAX_ELEMENTS) {
      throw new MalformedFrameException("more than " + MAX_ELEMENTS + " elements");
    }
    items.add(item);
  }

  /** What would be refused is not sent. */
  static void checkSize(int elements) {
    if (elements > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          elements + " elements, at most " + MAX_ELEMENTS + " travel in one list, set or map");
    }
  }

  private Object present(@Nullable Object item) {
    if (item == null) {
      throw new IllegalArgumentException("null in a " + alias() + ": elements cannot be null");
    }
    return item;
  }
}
