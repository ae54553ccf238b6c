package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions that methods declare: the fields of the class are the members; the message travels
 * beside them. An exception is made by a constructor of a class that this side declares, never of
 * one that a peer named. Thread-safe.
 */
public final class ErrorCodec extends MembersCodec {
  private final Field[] fields;
  private final Constructor<?> constructor;
  private final boolean withMessage;

  /**
   * @param fields of {@link #fields}
   * @param codecs one for each
   */
  ErrorCodec(String alias, Class<?> type, Field[] fields, ValueCodec[] codecs) {
    super(alias, types(fields, false), codecs);
    this.fields = fields;
    Constructor<?> messageAndFields = constructor(type, types(fields, true));
    withMessage = messageAndFields != null;
    Constructor<?> found = withMessage ? messageAndFields : constructor(type, types(fields, false));
    if (found == null || Modifier.isAbstract(type.getModifiers())) {
      throw new IllegalArgumentException(
          "exception "
              + type.getName()
              + " cannot travel: it needs a constructor with the types of its fields, in order, or"
              + " with a String for the message before them");
    }
    found.setAccessible(true);
    constructor = found;
  }

  private static Class<?>[] types(Field[] fields, boolean withMessage) {
    int first = withMessage ? 1 : 0;
    Class<?>[] types = new Class<?>[first + fields.length];
    if (withMessage) {
      types[0] = String.class;
    }
    for (int i = 0; i < fields.length; i++) {
      types[first + i] = fields[i].getType();
    }
    return types;
  }

  private static @Nullable Constructor<?> constructor(Class<?> type, Class<?>[] types) {
    try {
      return type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /**
   * The fields of an exception class that travel.
   *
   * @throws IllegalArgumentException if the class is no exception, or one above it has fields, too
   */
  static Field[] fields(Class<?> type) {
    if (!Exception.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(
          type.getName() + " has @Published but is no Exception: it cannot travel as one");
    }
    List<Field> fields = new ArrayList<>();
    for (Class<?> t = type; t.getClassLoader() != null; t = t.getSuperclass()) {
      for (Field field : t.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !Modifier.isTransient(field.getModifiers())
            && !field.isSynthetic()) {
          if (t != type) {
            throw new IllegalArgumentException(
                "exception "
                    + type.getName()
                    + " cannot travel: "
                    + t.getName()
                    + ", which it extends, has fields, too");
          }
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields.toArray(new Field[0]);
  }

  @Override
  @Nullable Object member(Object value, int i) throws IllegalAccessException {
    return fields[i].get(value);
  }

  @Override
  String name(int i) {
    return fields[i].getName();
  }

  /** The members alone: the exception is made of them and its message. */
  @Override
  Object make(@Nullable Object[] members) {
    return members;
  }

  /**
   * Makes the exception.
   *
   * @param message its message
   * @param content its fields
   * @param maxObjects how many objects they may become
   * @return the exception, with the stack of this thread
   * @throws MalformedFrameException if the content is none of this exception
   */
  public Exception exception(String message, ByteString content, int maxObjects) {
    @Nullable Object[] members = (@Nullable Object[]) decode(content, new ObjectBudget(maxObjects));
    @Nullable Object[] arguments = members;
    if (withMessage) {
      arguments = new @Nullable Object[1 + members.length];
      arguments[0] = message;
      System.arraycopy(members, 0, arguments, 1, members.length);
    }
    try {
      return (Exception) constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new MalformedFrameException("not a valid " + alias());
    } catch (InstantiationException | IllegalAccessException e) {
      throw new IllegalStateException(alias() + " cannot be made", e);
    }
  }
}
