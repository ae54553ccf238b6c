package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/** Arrays other than byte[]: on the wire they are lists, so that one side may have the other. */
final class ArrayCodec extends FieldsCodec {
  private final Class<?> component;
  private final ListCodec items;

  /**
   * @param component the class of the elements
   * @param element their codec
   */
  ArrayCodec(Class<?> component, ValueCodec element) {
    this(component, new ListCodec(element));
  }

  private ArrayCodec(Class<?> component, ListCodec items) {
    super(items.alias());
    this.component = component;
    this.items = items;
  }

  @Override
  void write(CodedOutputStream out, Object value) throws IOException {
    items.write(out, value instanceof Object[] array ? Arrays.asList(array) : new Numbers(value));
  }

  @Override
  Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    List<?> read = (List<?>) items.read(in, budget);
    Object array = Array.newInstance(component, read.size());
    for (int i = 0; i < read.size(); i++) {
      Array.set(array, i, read.get(i));
    }
    return array;
  }

  @Override
  Object zero() {
    return Array.newInstance(component, 0);
  }

  @Override
  String protoType(ProtoFile file) {
    return items.protoType(file);
  }

  /** An array of plain numbers, seen as a list. */
  private static final class Numbers extends AbstractList<Object> {
    private final Object array;

    Numbers(Object array) {
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return Array.get(array, index);
    }

    @Override
    public int size() {
      return Array.getLength(array);
    }
  }
}
