package io.rpcstress.rpcx.value;

import com.google.protobuf.MessageLite;
import io.rpcstress.rpcx.Published;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses codecs by declared type, at start-up. What is not in the closed set is refused here, so
 * that no call can meet it. Not thread-safe: one per start-up.
 */
public final class Codecs {
  private static final String SUPPORTED =
      "RPCX carries boolean, byte, short, char, int, long, float, double and their boxes, String,"
          + " byte[], enums, Instant, Duration, LocalDate, LocalTime, LocalDateTime, List, Map,"
          + " records and generated Protobuf messages";

  private final Map<Type, ValueCodec> known = new HashMap<>();
  private final Map<String, Class<?>> aliases = new HashMap<>();
  private final Deque<Class<?>> open = new ArrayDeque<>();

  /** Makes a chooser that knows the scalar types. */
  public Codecs() {
    whole("bool", IntegerCodec.Kind.BOOLEAN, boolean.class, Boolean.class);
    whole("int8", IntegerCodec.Kind.BYTE, byte.class, Byte.class);
    whole("int16", IntegerCodec.Kind.SHORT, short.class, Short.class);
    whole("char", IntegerCodec.Kind.CHARACTER, char.class, Character.class);
    whole("int32", IntegerCodec.Kind.INT, int.class, Integer.class);
    whole("int64", IntegerCodec.Kind.LONG, long.class, Long.class);
    ValueCodec narrow = new FloatCodec(false);
    known.put(float.class, narrow);
    known.put(Float.class, narrow);
    ValueCodec wide = new FloatCodec(true);
    known.put(double.class, wide);
    known.put(Double.class, wide);
    known.put(String.class, new StringCodec());
    known.put(byte[].class, new BytesCodec());
  }

  private void whole(String alias, IntegerCodec.Kind kind, Class<?> primitive, Class<?> box) {
    ValueCodec codec = new IntegerCodec(alias, kind);
    known.put(primitive, codec);
    known.put(box, codec);
  }

  /**
   * The codec of a declared type.
   *
   * @param type a method's parameter type, or its result's
   * @return its codec, or null for a method without a result
   * @throws IllegalArgumentException if the type is not in the closed set, naming it
   */
  public @Nullable ValueCodec ofResult(Type type) {
    return type == void.class || type == Void.class ? null : of(type);
  }

  /**
   * The codec of a declared type.
   *
   * @param type a method's parameter type, or a part of one
   * @return its codec
   * @throws IllegalArgumentException if the type is not in the closed set, naming it
   */
  public ValueCodec of(Type type) {
    ValueCodec codec = known.get(type);
    if (codec == null) {
      codec = choose(type);
      known.put(type, codec);
    }
    return codec;
  }

  private ValueCodec choose(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      Type raw = generic.getRawType();
      if (raw == List.class || raw == Collection.class) {
        return new ListCodec(of(arguments[0]));
      }
      if (raw == Map.class) {
        return new MapCodec(key(arguments[0]), of(arguments[1]));
      }
    } else if (type instanceof Class<?> plain) {
      ValueCodec codec = chooseClass(plain);
      if (codec != null) {
        return codec;
      }
    }
    throw new IllegalArgumentException(
        "type " + type.getTypeName() + " cannot travel; " + SUPPORTED);
  }

  private @Nullable ValueCodec chooseClass(Class<?> type) {
    if (type.isEnum()) {
      return new EnumCodec(alias("enum:", type), type);
    }
    if (type.isRecord()) {
      return record(type);
    }
    if (MessageLite.class.isAssignableFrom(type)) {
      return new MessageCodec("pb:" + name(type), type);
    }
    if (type == Instant.class) {
      return new TimeCodec("instant", type);
    }
    if (type == Duration.class) {
      return new TimeCodec("duration", type);
    }
    if (type == LocalDate.class) {
      return new TimeCodec("date", type);
    }
    if (type == LocalTime.class) {
      return new TimeCodec("time", type);
    }
    if (type == LocalDateTime.class) {
      return new TimeCodec("datetime", type);
    }
    return null;
  }

  private ValueCodec record(Class<?> type) {
    if (open.contains(type)) {
      throw new IllegalArgumentException(
          "type " + type.getName() + " contains itself; RPCX carries trees of a fixed depth");
    }
    open.push(type);
    RecordComponent[] components = type.getRecordComponents();
    ValueCodec[] codecs = new ValueCodec[components.length];
    for (int i = 0; i < components.length; i++) {
      codecs[i] = of(components[i].getGenericType());
    }
    open.pop();
    return new RecordCodec(alias("record:", type), type, codecs);
  }

  private ValueCodec key(Type type) {
    ValueCodec codec = of(type);
    if (codec instanceof StringCodec || codec instanceof IntegerCodec) {
      return codec;
    }
    throw new IllegalArgumentException(
        "type "
            + type.getTypeName()
            + " cannot be a map's key; String, boolean and whole numbers can");
  }

  /** The alias of a record or enum, which no other one of this start-up may have. */
  private String alias(String kind, Class<?> type) {
    String alias = kind + name(type);
    Class<?> other = aliases.putIfAbsent(alias, type);
    if (other != null && other != type) {
      throw new IllegalArgumentException(
          type.getName()
              + " and "
              + other.getName()
              + " would both be "
              + alias
              + " and be taken for each other: give one another name with @Published");
    }
    return alias;
  }

  private static String name(Class<?> type) {
    Published published = type.getAnnotation(Published.class);
    return published == null ? type.getSimpleName() : published.value();
  }
}
