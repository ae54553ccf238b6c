package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Messages;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Records: a message whose fields are the components, numbered from 1 in declared order. A null
 * component is absent; components can be added at the end.
 */
final class RecordCodec extends FieldsCodec {
  private final ValueCodec[] codecs;
  private final Method[] accessors;
  private final @Nullable Object[] absent;
  private final Constructor<?> constructor;

  /**
   * @param type a record class
   * @param codecs one per component
   */
  RecordCodec(String alias, Class<?> type, ValueCodec[] codecs) {
    super(alias);
    this.codecs = codecs;
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    accessors = new Method[components.length];
    absent = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      accessors[i] = components[i].getAccessor();
      accessors[i].setAccessible(true);
      absent[i] = types[i].isPrimitive() ? codecs[i].zero() : codecs[i].absent();
    }
    try {
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(type.getName() + " has no canonical constructor", e);
    }
    constructor.setAccessible(true);
  }

  @Override
  void write(CodedOutputStream out, Object value) throws IOException {
    for (int i = 0; i < codecs.length; i++) {
      Object component;
      try {
        component = accessors[i].invoke(value);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalArgumentException("a component of " + alias() + " cannot be read", e);
      }
      if (component != null) {
        codecs[i].writeField(out, i + 1, component);
      }
    }
  }

  @Override
  Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    // The record and what its components may be.
    budget.take(1 + codecs.length);
    @Nullable Object[] components = absent.clone();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int i = WireFormat.getTagFieldNumber(tag) - 1;
      if (i < codecs.length && WireFormat.getTagWireType(tag) == codecs[i].wireType()) {
        components[i] = codecs[i].readField(in, budget);
      } else {
        Messages.skip(in, tag);
      }
    }
    try {
      return constructor.newInstance(components);
    } catch (InvocationTargetException e) {
      // The record's own checks refuse these values.
      throw new MalformedFrameException("not a valid " + alias());
    } catch (InstantiationException | IllegalAccessException e) {
      throw new IllegalStateException(alias() + " cannot be made", e);
    }
  }
}
