package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses codecs by alias, where no classes are declared: records and sealed interfaces are maps by
 * the names of their members, enums are strings, Protobuf messages and classes of applications are
 * bytes. Not thread-safe.
 */
public final class AliasCodecs {
  private static final List<Class<?>> SCALARS =
      List.of(
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          byte[].class,
          BigDecimal.class,
          BigInteger.class,
          URI.class,
          UUID.class,
          Instant.class,
          Duration.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class);

  private static final int MAX_ALIAS_LENGTH = 10_000;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_TYPES = 10_000;
  private static final int MAX_MEMBERS = 100_000;

  private final Map<String, ValueCodec> known = new HashMap<>();
  private final Set<String> scalars;
  private final Function<String, Map<String, String>> members;
  private final BiFunction<Object, Class<?>, ? extends @Nullable Object> convert;

  /** Of the alias that is being chosen inside of others. */
  private int depth;

  private int membersRead;

  /**
   * Makes a chooser.
   *
   * @param members gives the members of a record or a sealed interface, and their aliases
   * @param convert makes an object of a class out of what the caller has for it
   */
  public AliasCodecs(
      Function<String, Map<String, String>> members,
      BiFunction<Object, Class<?>, ? extends @Nullable Object> convert) {
    this.members = members;
    this.convert = convert;
    Codecs codecs = new Codecs();
    for (Class<?> type : SCALARS) {
      ValueCodec codec = codecs.of(type);
      known.put(codec.alias(), scalar(codec.alias(), codec, type));
    }
    scalars = Set.copyOf(known.keySet());
  }

  /**
   * The codec of an alias.
   *
   * @throws IllegalArgumentException if it is none
   */
  public ValueCodec of(String alias) {
    ValueCodec codec = known.get(alias);
    if (codec != null) {
      return codec;
    }
    if (alias.length() > MAX_ALIAS_LENGTH || depth == MAX_DEPTH || known.size() > MAX_TYPES) {
      throw new IllegalArgumentException(
          "the server's types are more than " + MAX_DEPTH + " deep, or too many");
    }
    depth++;
    try {
      codec = choose(alias);
      known.put(alias, codec);
      return codec;
    } catch (RuntimeException e) {
      // others may contain what stands for a type that was not made
      known.keySet().retainAll(scalars);
      throw e;
    } finally {
      depth--;
    }
  }

  private ValueCodec choose(String alias) {
    if (alias.startsWith("record:") || alias.startsWith("sealed:")) {
      return table(alias);
    }
    if (alias.startsWith("enum:")) {
      return scalar(alias, new StringCodec(), String.class);
    }
    int bracket = alias.indexOf('<');
    if (bracket < 0) {
      return scalar(alias, new BytesCodec(), byte[].class);
    }
    if (!alias.endsWith(">")) {
      throw new IllegalArgumentException("\"" + alias + "\" is no alias of a type");
    }
    String inner = alias.substring(bracket + 1, alias.length() - 1);
    return switch (alias.substring(0, bracket)) {
      case "list" -> new ListCodec(of(inner));
      case "set" -> new SetCodec(of(inner));
      case "optional" -> new Converted(alias, new OptionalCodec(of(inner)), Optional::of);
      case "map" -> {
        // A key is no type with a comma.
        int comma = inner.indexOf(',');
        if (comma < 0) {
          throw new IllegalArgumentException("\"" + alias + "\" is no alias of a type");
        }
        yield new MapCodec(of(inner.substring(0, comma)), of(inner.substring(comma + 1)));
      }
      default -> throw new IllegalArgumentException("\"" + alias + "\" is no alias of a type");
    };
  }

  private ValueCodec scalar(String alias, ValueCodec codec, Class<?> type) {
    return new Converted(
        alias,
        codec,
        value -> {
          Object converted = convert.apply(value, type);
          if (converted == null) {
            throw new IllegalArgumentException("\"" + value + "\" is no " + type.getSimpleName());
          }
          return converted;
        });
  }

  private ValueCodec table(String alias) {
    LaterCodec later = new LaterCodec(alias);
    known.put(alias, later);
    Map<String, String> types = members.apply(alias);
    membersRead += types.size();
    if (membersRead > MAX_MEMBERS) {
      throw new IllegalArgumentException("the server's types have more than 100000 members");
    }
    List<ValueCodec> codecs = new ArrayList<>();
    for (String type : types.values()) {
      codecs.add(of(type));
    }
    TableCodec table =
        new TableCodec(alias, List.copyOf(types.keySet()), codecs.toArray(new ValueCodec[0]));
    later.is(table);
    return table;
  }

  /** Converts what is written; what is read is of the codec's own type. */
  private static final class Converted extends ValueCodec {
    private final ValueCodec codec;
    private final Function<Object, Object> convert;

    Converted(String alias, ValueCodec codec, Function<Object, Object> convert) {
      super(alias);
      this.codec = codec;
      this.convert = convert;
    }

    @Override
    public ByteString encode(Object value) {
      return codec.encode(convert.apply(value));
    }

    @Override
    public Object decode(ByteString content, ObjectBudget budget) {
      return codec.decode(content, budget);
    }

    @Override
    void writeField(CodedOutputStream out, int field, Object value) throws IOException {
      codec.writeField(out, field, convert.apply(value));
    }

    @Override
    Object readField(CodedInputStream in, ObjectBudget budget) throws IOException {
      return codec.readField(in, budget);
    }

    @Override
    int wireType() {
      return codec.wireType();
    }

    @Override
    public boolean compound() {
      return codec.compound();
    }

    @Override
    @Nullable Object zero() {
      return codec.zero();
    }

    @Override
    public @Nullable Object absent() {
      return codec.absent();
    }

    @Override
    String protoType(ProtoFile file) {
      return codec.protoType(file);
    }
  }

  /** Records as maps, and sealed interfaces as maps with one entry. */
  private static final class TableCodec extends MembersCodec {
    private final List<String> names;

    TableCodec(String alias, List<String> names, ValueCodec[] codecs) {
      super(alias, new Class<?>[] {}, codecs);
      this.names = names;
    }

    @Override
    @Nullable Object member(Object value, int i) {
      if (!(value instanceof Map<?, ?> table)) {
        throw new IllegalArgumentException("a " + alias() + " has members by name");
      }
      if (i == 0 && !Set.copyOf(names).containsAll(table.keySet())) {
        throw new IllegalArgumentException(
            "a " + alias() + " has the members " + names + ", not all of " + table.keySet());
      }
      return table.get(names.get(i));
    }

    @Override
    String name(int i) {
      return names.get(i);
    }

    @Override
    Object make(@Nullable Object[] members) {
      Map<String, Object> table = new LinkedHashMap<>();
      for (int i = 0; i < members.length; i++) {
        Object member = members[i];
        if (member != null) {
          table.put(names.get(i), member);
        }
      }
      return table;
    }
  }
}
