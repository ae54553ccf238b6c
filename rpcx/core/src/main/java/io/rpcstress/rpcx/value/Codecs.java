package io.rpcstress.rpcx.value;

import com.google.protobuf.MessageLite;
import io.rpcstress.rpcx.Published;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses codecs by declared type, at start-up. What is not in the closed set is refused here, so
 * that no call can meet it. Thread-safe.
 */
public final class Codecs {
  private static final String SUPPORTED =
      "RPCX carries boolean, byte, short, char, int, long, float, double and their boxes, String,"
          + " byte[], enums, BigDecimal, BigInteger, UUID, Instant, Duration, LocalDate, LocalTime,"
          + " LocalDateTime, OffsetDateTime, ZonedDateTime, URI, Optional, List, Set, Map, arrays,"
          + " records, sealed interfaces of records, generated Protobuf messages, and what a"
          + " TypeCodec of yours is for";

  private static final TypeArguments NO_ARGUMENTS = TypeArguments.of(Object.class);

  private final Map<Type, ValueCodec> known = new HashMap<>();
  private final Map<String, Type> aliases = new HashMap<>();
  private final Map<Class<?>, ErrorCodec> errors = new HashMap<>();

  /** Types whose codecs are being made. */
  private final Map<Type, LaterCodec> open = new HashMap<>();

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
    ValueCodec codec = known.containsKey(type) ? known.get(type) : open.get(type);
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
   * @param arguments what type variables stand for where the method is called
   * @return the type
   * @throws IllegalArgumentException if it returns a future that does not say of what
   */
  public static Type carriedBy(Method declared, TypeArguments arguments) {
    Type type = arguments.resolve(declared.getGenericReturnType());
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
      codec = new ErrorCodec(alias("error:", name(type), type), type, fields, codecs);
      errors.put(type, codec);
    }
    return codec;
  }

  /**
   * The parts of a type that an application defines and this chooser has met.
   *
   * @param alias of a record, sealed interface, enum or exception
   * @return names with aliases, in their order; null for any other alias
   */
  public synchronized @Nullable Map<String, String> members(String alias) {
    Type type = aliases.get(alias);
    if (type == null) {
      return null;
    }
    ErrorCodec error = type instanceof Class<?> plain ? errors.get(plain) : null;
    ValueCodec codec = error == null ? known.get(type) : error;
    return codec == null ? null : codec.members();
  }

  private ValueCodec choose(Type type) {
    if (type instanceof WildcardType) {
      return of(NO_ARGUMENTS.resolve(type));
    } else if (type instanceof ParameterizedType generic) {
      ValueCodec codec = chooseGeneric(generic, generic.getActualTypeArguments());
      if (codec != null) {
        return codec;
      }
    } else if (type instanceof GenericArrayType array) {
      Type component = array.getGenericComponentType();
      return new ArrayCodec(TypeArguments.raw(component), of(component));
    } else if (type instanceof Class<?> plain) {
      ValueCodec codec = chooseClass(plain);
      if (codec != null) {
        return codec;
      }
    }
    throw new IllegalArgumentException(
        "type " + type.getTypeName() + " cannot travel; " + SUPPORTED);
  }

  private @Nullable ValueCodec chooseGeneric(ParameterizedType type, Type[] arguments) {
    Type raw = type.getRawType();
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
    if (raw instanceof Class<?> record && record.isRecord()) {
      StringBuilder of = new StringBuilder(name(record));
      for (int i = 0; i < arguments.length; i++) {
        of.append(i == 0 ? '<' : ',').append(of(arguments[i]).alias());
      }
      return record(type, record, alias("record:", of.append('>').toString(), type));
    }
    return null;
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
    if (type == URI.class) {
      return new UriCodec();
    }
    return type == UUID.class ? new UuidCodec() : TimeCodec.of(type);
  }

  private @Nullable ValueCodec chooseClass(Class<?> type) {
    if (type.isEnum()) {
      return new EnumCodec(alias("enum:", name(type), type), type);
    }
    if (type.isRecord()) {
      return record(type, type, alias("record:", name(type), type));
    }
    if (type.isSealed() && type.isInterface()) {
      return sealed(type);
    }
    if (MessageLite.class.isAssignableFrom(type)) {
      return new MessageCodec("pb:" + name(type), type);
    }
    if (type.isArray()) {
      return new ArrayCodec(type.getComponentType(), of(type.getComponentType()));
    }
    return scalar(type);
  }

  private ValueCodec record(Type type, Class<?> raw, String alias) {
    TypeArguments arguments = TypeArguments.of(type);
    RecordComponent[] components = raw.getRecordComponents();
    Type[] types = new Type[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = arguments.resolve(components[i].getGenericType());
    }
    return containing(type, alias, types, codecs -> new RecordCodec(alias, raw, codecs));
  }

  private ValueCodec sealed(Class<?> type) {
    Class<?>[] records = type.getPermittedSubclasses();
    for (Class<?> each : records) {
      if (!each.isRecord()) {
        throw new IllegalArgumentException(
            "type "
                + type.getName()
                + " cannot travel: it permits "
                + each.getName()
                + ", which is no record");
      }
    }
    String alias = alias("sealed:", name(type), type);
    return containing(type, alias, records, codecs -> new SealedCodec(alias, records, codecs));
  }

  /** Makes the codec of a type that may contain itself. */
  private ValueCodec containing(
      Type type, String alias, Type[] parts, Function<ValueCodec[], FieldsCodec> make) {
    LaterCodec later = new LaterCodec(alias);
    ValueCodec[] codecs = new ValueCodec[parts.length];
    open.put(type, later);
    try {
      for (int i = 0; i < parts.length; i++) {
        codecs[i] = of(parts[i]);
      }
    } finally {
      // If a part cannot travel, the next caller gets the same reason.
      LaterCodec unused = open.remove(type);
    }
    FieldsCodec made = make.apply(codecs);
    later.is(made);
    return made;
  }

  /** A set's element: what has an equality of its own. */
  private ValueCodec element(Type type) {
    ValueCodec codec = of(type);
    if (codec instanceof ArrayCodec || codec instanceof BytesCodec) {
      throw new IllegalArgumentException(
          "type "
              + type.getTypeName()
              + " cannot be a set's element: no two arrays are equal; they travel in a List");
    }
    return codec;
  }

  private ValueCodec key(Type type) {
    ValueCodec codec = of(type);
    if (codec instanceof StringCodec
        || codec instanceof IntegerCodec
        || codec instanceof EnumCodec
        || codec instanceof UuidCodec
        || codec instanceof UriCodec
        || codec instanceof TimeCodec) {
      return codec;
    }
    throw new IllegalArgumentException(
        "type "
            + type.getTypeName()
            + " cannot be a map's key; String, boolean, whole numbers, enums, UUID, URI and times"
            + " can");
  }

  /** The alias of a record, enum or exception, which no other one of this start-up may have. */
  private String alias(String kind, String name, Type type) {
    String alias = kind + name;
    Type other = aliases.putIfAbsent(alias, type);
    if (other != null && !other.equals(type)) {
      throw new IllegalArgumentException(
          type.getTypeName()
              + " and "
              + other.getTypeName()
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
