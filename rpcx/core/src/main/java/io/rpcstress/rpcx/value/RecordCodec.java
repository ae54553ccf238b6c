package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Records: their components are the members. */
final class RecordCodec extends MembersCodec {
  private final Method[] accessors;
  private final Constructor<?> constructor;

  /**
   * @param type a record class
   * @param codecs one per component
   */
  RecordCodec(String alias, Class<?> type, ValueCodec[] codecs) {
    super(alias, types(type), codecs);
    RecordComponent[] components = type.getRecordComponents();
    accessors = new Method[components.length];
    for (int i = 0; i < components.length; i++) {
      accessors[i] = components[i].getAccessor();
      accessors[i].setAccessible(true);
    }
    try {
      constructor = type.getDeclaredConstructor(types(type));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(type.getName() + " has no canonical constructor", e);
    }
    constructor.setAccessible(true);
  }

  private static Class<?>[] types(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
    }
    return types;
  }

  @Override
  @Nullable Object member(Object value, int i)
      throws IllegalAccessException, InvocationTargetException {
    return accessors[i].invoke(value);
  }

  @Override
  String name(int i) {
    return accessors[i].getName();
  }

  @Override
  Object make(@Nullable Object[] members) {
    try {
      return constructor.newInstance(members);
    } catch (InvocationTargetException e) {
      // The record's own checks refuse these values.
      throw new MalformedFrameException("not a valid " + alias());
    } catch (InstantiationException | IllegalAccessException e) {
      throw new IllegalStateException(alias() + " cannot be made", e);
    }
  }
}
