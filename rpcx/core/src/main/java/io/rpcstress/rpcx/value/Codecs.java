package io.rpcstress.rpcx.value;

import com.google.protobuf.MessageLite;
import io.rpcstress.rpcx.Published;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Chooses codecs by declared type, at start-up. What is not in the closed set is refused here, so
 * that no call can meet it. Thread-safe.
 */
public final class Codecs {
  private static final String SUPPORTED =
      "RPCX carries boolean, byte, short, char, int, long, float, double and their boxes, String,"
          + " byte[], enums, BigDecimal, BigInteger, UUID, Instant, Duration, LocalDate, LocalTime,"
          + " LocalDateTime, OffsetDateTime, Optional, List, Set, Map, arrays, records, generated"
          + " Protobuf messages, and what a TypeCodec of yours is for";

  private final Map<Type, ValueCodec> known = new HashMap<>();
  private final Map<String, Class<?>> aliases = new HashMap<>();
  private final Map<Class<?>, ErrorCodec> errors = new HashMap<>();
  private final Deque<Class<?>> open = new ArrayDeque<>();

  /** Makes a chooser that knows RPCX's own types. */
  public Codecs() {
    this(OwnCodecs.NONE);
  }

  /**
   * Makes a chooser.
   *
   * @param own what the application's classes are carried by
   */
  public Codecs(OwnCodecs own) {
    known.putAll(own.byType());
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
  public synchronized @Nullable ValueCodec ofResult(Type type) {
    return type == void.class || type == Void.class ? null : of(type);
  }

  /**
   * The codec of a declared type.
   *
   * @param type a method's parameter type, or a part of one
   * @return its codec
   * @throws IllegalArgumentException if the type is not in the closed set, naming it
   */
  public synchronized ValueCodec of(Type type) {
    ValueCodec codec = known.get(type);
    if (codec == null) {
      codec = choose(type);
      known.put(type, codec);
    }
    return codec;
  }

  /**
   * Whether a method of this type returns before its result is there.
   *
   * @param type a method's return type
   * @return whether it is a future
   */
  public static boolean isFuture(Class<?> type) {
    return type == CompletableFuture.class || type == CompletionStage.class || type == Future.class;
  }

  /**
   * The type that a method's result is carried as: what it returns, or what its future is of.
   *
   * @param declared a method
   * @return the type
   * @throws IllegalArgumentException if it returns a future that does not say of what
   */
  public static Type carriedBy(Method declared) {
    Type type = declared.getGenericReturnType();
    if (isFuture(declared.getReturnType())) {
      if (type instanceof ParameterizedType generic) {
        return generic.getActualTypeArguments()[0];
      }
      throw new IllegalArgumentException("returns a future that does not say of what");
    }
    return type;
  }

  /**
   * The codec of an exception that a method declares.
   *
   * @param type an exception class with {@link Published}
   * @return its codec
   * @throws IllegalArgumentException if it cannot travel, saying why
   */
  public synchronized ErrorCodec ofError(Class<?> type) {
    ErrorCodec codec = errors.get(type);
    if (codec == null) {
      Field[] fields = ErrorCodec.fields(type);
      ValueCodec[] codecs = new ValueCodec[fields.length];
      for (int i = 0; i < fields.length; i++) {
        codecs[i] = of(fields[i].getGenericType());
      }
      codec = new ErrorCodec(alias("error:", type), type, fields, codecs);
      errors.put(type, codec);
    }
    return codec;
  }

  private ValueCodec choose(Type type) {
    if (type instanceof ParameterizedType generic) {
      ValueCodec codec = chooseGeneric(generic.getRawType(), generic.getActualTypeArguments());
      if (codec != null) {
        return codec;
      }
    } else if (type instanceof GenericArrayType array) {
      Type component = array.getGenericComponentType();
      return new ArrayCodec(raw(component), of(component));
    } else if (type instanceof Class<?> plain) {
      ValueCodec codec = chooseClass(plain);
      if (codec != null) {
        return codec;
      }
    }
    throw new IllegalArgumentException(
        "type " + type.getTypeName() + " cannot travel; " + SUPPORTED);
  }

  private @Nullable ValueCodec chooseGeneric(Type raw, Type[] arguments) {
    if (raw == List.class || raw == Collection.class) {
      return new ListCodec(of(arguments[0]));
    }
    if (raw == Set.class) {
      return new SetCodec(element(arguments[0]));
    }
    if (raw == Optional.class) {
      return new OptionalCodec(of(arguments[0]));
    }
    if (raw == Map.class) {
      return new MapCodec(key(arguments[0]), of(arguments[1]));
    }
    return null;
  }

  /** The class of what an array of a type holds. */
  private static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType generic) {
      return raw(generic.getRawType());
    }
    if (type instanceof GenericArrayType array) {
      return raw(array.getGenericComponentType()).arrayType();
    }
    // What is left is refused when its codec is chosen.
    return type instanceof Class<?> plain ? plain : Object.class;
  }

  /**
   * Whether RPCX has a codec for a class, or for some types of it.
   *
   * @param type any class
   */
  static boolean carries(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || type.isRecord()
        || type.isArray()
        || MessageLite.class.isAssignableFrom(type)
        || List.of(List.class, Collection.class, Set.class, Map.class, Optional.class)
            .contains(type)
        || scalar(type) != null
        || new Codecs().known.containsKey(type);
  }

  private static @Nullable ValueCodec scalar(Class<?> type) {
    if (type == BigDecimal.class) {
      return new BigDecimalCodec();
    }
    if (type == BigInteger.class) {
      return new BigIntegerCodec();
    }
    return type == UUID.class ? new UuidCodec() : TimeCodec.of(type);
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
    if (type.isArray()) {
      return new ArrayCodec(type.getComponentType(), of(type.getComponentType()));
    }
    return scalar(type);
  }

  private ValueCodec record(Class<?> type) {
    if (open.contains(type)) {
      throw new IllegalArgumentException(
          "type " + type.getName() + " contains itself; RPCX carries trees of a fixed depth");
    }
    open.push(type);
    RecordComponent[] components = type.getRecordComponents();
    ValueCodec[] codecs = new ValueCodec[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        codecs[i] = of(components[i].getGenericType());
      }
    } finally {
      // Whoever asks again hears the same reason.
      Class<?> unused = open.pop();
    }
    return new RecordCodec(alias("record:", type), type, codecs);
  }

  /**
   * A set's element: only what the JDK's sets find quickly even if a peer chooses many of one hash
   * code, which needs an order that the class itself declares. Records, LocalDate, LocalDateTime
   * and the application's classes do not.
   */
  private ValueCodec element(Type type) {
    ValueCodec codec = of(type);
    if (type == LocalDate.class
        || type == LocalDateTime.class
        || !(codec instanceof NumberCodec
            || codec instanceof StringCodec
            || codec instanceof EnumCodec
            || codec instanceof UuidCodec
            || codec instanceof BigDecimalCodec
            || codec instanceof BigIntegerCodec
            || codec instanceof TimeCodec)) {
      throw new IllegalArgumentException(
          "type "
              + type.getTypeName()
              + " cannot be a set's element, since a peer could choose many of one hash code;"
              + " numbers, String, enums, UUID, Instant, Duration, LocalTime and OffsetDateTime"
              + " can; others travel in a List");
    }
    return codec;
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

  /** The alias of a record, enum or exception, which no other one of this start-up may have. */
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
