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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
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

  /** Aliases of what a server defines. */
  private static final Pattern DEFINED = Pattern.compile("(record|sealed|enum|error):");

  private static final int MAX_ALIAS_LENGTH = 10_000;
  private static final int MAX_SHOWN = 100;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_CODECS = 10_000;
  private static final int MAX_TYPES = 1_000;
  private static final int MAX_MEMBERS = 100_000;

  private final Map<String, ValueCodec> known = new HashMap<>();
  private final Set<String> scalars;
  private final Function<String, Map<String, String>> members;
  private final BiFunction<Object, Class<?>, ? extends @Nullable Object> convert;

  /** Of the alias that is being chosen inside of others. */
  private int depth;

  /** The members of types that were requested from the server, by alias. */
  private final Map<String, Map<String, String>> types = new LinkedHashMap<>();

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
   * @throws IllegalStateException if it is none, or the server's types are too many or too deep
   */
  public ValueCodec of(String alias) {
    ValueCodec codec = known.get(alias);
    if (codec != null) {
      return codec;
    }
    if (depth == MAX_DEPTH || known.size() > MAX_CODECS) {
      throw new IllegalStateException(
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
    List<String> inside = inside(alias);
    if (inside.isEmpty()) {
      return scalar(alias, new BytesCodec(), byte[].class);
    }
    return switch (alias.substring(0, alias.indexOf('<'))) {
      case "list" -> expecting(Collection.class, new ListCodec(of(inside.get(0))));
      case "set" -> expecting(Collection.class, new SetCodec(of(inside.get(0))));
      case "optional" -> new Converted(alias, new OptionalCodec(of(inside.get(0))), Optional::of);
      case "map" -> expecting(Map.class, new MapCodec(of(inside.get(0)), of(inside.get(1))));
      default -> throw noAlias(alias);
    };
  }

  /** The aliases of which a collection's alias consists; none where it is no collection's. */
  private static List<String> inside(String alias) {
    int bracket = alias.indexOf('<');
    if (alias.length() > MAX_ALIAS_LENGTH || (bracket >= 0 && !alias.endsWith(">"))) {
      throw noAlias(alias);
    }
    if (bracket < 0) {
      return List.of();
    }
    String inner = alias.substring(bracket + 1, alias.length() - 1);
    if (!alias.startsWith("map<")) {
      return List.of(inner);
    }
    // A key is no type with a comma.
    int comma = inner.indexOf(',');
    if (comma < 0) {
      throw noAlias(alias);
    }
    return List.of(inner.substring(0, comma), inner.substring(comma + 1));
  }

  private static IllegalStateException noAlias(String alias) {
    String shown = alias.length() > MAX_SHOWN ? alias.substring(0, MAX_SHOWN) + "..." : alias;
    return new IllegalStateException("\"" + shown + "\" is no alias of a type");
  }

  /**
   * The types that a server defines among these and inside of them, with their members, in the
   * order in which they are found.
   *
   * @throws IllegalStateException if there are more than 1,000, or an alias is none
   */
  public Map<String, Map<String, String>> types(Collection<String> aliases) {
    Map<String, Map<String, String>> found = new LinkedHashMap<>();
    Deque<String> left = new ArrayDeque<>(aliases);
    while (!left.isEmpty()) {
      String alias = left.remove();
      if (!DEFINED.matcher(alias).lookingAt()) {
        left.addAll(inside(alias));
      } else if (!found.containsKey(alias)) {
        Map<String, String> parts = members(alias);
        found.put(alias, parts);
        left.addAll(parts.values());
      }
    }
    return found;
  }

  /** The members of a type that the server defines, of which it may have so many. */
  private Map<String, String> members(String alias) {
    Map<String, String> known = types.get(alias);
    if (known != null) {
      return known;
    }
    Map<String, String> parts = members.apply(alias);
    membersRead += parts.size();
    if (types.size() == MAX_TYPES || membersRead > MAX_MEMBERS) {
      throw new IllegalStateException(
          "the server has more than %d types, or %d members of types"
              .formatted(MAX_TYPES, MAX_MEMBERS));
    }
    types.put(alias, parts);
    return parts;
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

  private static ValueCodec expecting(Class<?> type, ValueCodec codec) {
    return new Converted(
        codec.alias(),
        codec,
        value -> {
          if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                "%s needs a %s, not a %s"
                    .formatted(codec.alias(), type.getName(), value.getClass().getName()));
          }
          return value;
        });
  }

  private ValueCodec table(String alias) {
    LaterCodec later = new LaterCodec(alias);
    known.put(alias, later);
    Map<String, String> parts = members(alias);
    List<ValueCodec> codecs = new ArrayList<>();
    for (String type : parts.values()) {
      codecs.add(of(type));
    }
    TableCodec table =
        new TableCodec(alias, List.copyOf(parts.keySet()), codecs.toArray(new ValueCodec[0]));
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
