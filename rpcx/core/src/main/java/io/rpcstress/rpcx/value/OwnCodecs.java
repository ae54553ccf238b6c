package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.TypeCodec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The codecs that an application brought, checked: one for a class, one for an alias, and nothing
 * that RPCX carries itself. Immutable and thread-safe.
 */
public final class OwnCodecs {
  /** Of an application that brought none. */
  public static final OwnCodecs NONE = new OwnCodecs(Map.of());

  private static final String NAME_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

  private static final int MIN_ALIAS = 3;
  private static final int MAX_ALIAS = 64;

  private final Map<Class<?>, ValueCodec> byType;

  private OwnCodecs(Map<Class<?>, ValueCodec> byType) {
    this.byType = byType;
  }

  /**
   * Checks codecs.
   *
   * @param codecs as the application gave them
   * @return them all
   * @throws IllegalArgumentException if two are for one class or one alias, or one is for a class
   *     or an alias of RPCX's own, naming it
   */
  public static OwnCodecs of(List<TypeCodec<?>> codecs) {
    if (codecs.isEmpty()) {
      return NONE;
    }
    Map<Class<?>, ValueCodec> byType = new HashMap<>();
    Set<String> aliases = new HashSet<>();
    for (TypeCodec<?> codec : codecs) {
      String name = codec.getClass().getName();
      checkAlias(name, codec.alias());
      if (Codecs.carries(codec.type())) {
        throw new IllegalArgumentException(
            name
                + " is a codec for "
                + codec.type().getName()
                + ", which RPCX carries itself; expected a class of yours");
      }
      if (codec.maxBytes() < 1) {
        throw new IllegalArgumentException(
            name + " has maxBytes " + codec.maxBytes() + ", expected 1 or more");
      }
      if (!aliases.add(codec.alias())) {
        throw new IllegalArgumentException(
            name + " has the alias " + codec.alias() + ", which another codec has, too");
      }
      if (byType.put(codec.type(), new OwnCodec<>(codec)) != null) {
        throw new IllegalArgumentException(
            name + " is a second codec for " + codec.type().getName() + "; expected one");
      }
    }
    return new OwnCodecs(byType);
  }

  private static void checkAlias(String name, String alias) {
    int length = alias.length();
    boolean fits = length >= MIN_ALIAS && length <= MAX_ALIAS;
    boolean dotted = false;
    char before = '.';
    for (int i = 0; fits && i < length; i++) {
      char c = alias.charAt(i);
      fits = c == '.' ? before != '.' : NAME_CHARACTERS.indexOf(c) >= 0;
      dotted |= c == '.';
      before = c;
    }
    if (!fits || !dotted || before == '.') {
      throw new IllegalArgumentException(
          name
              + " has the alias \""
              + alias
              + "\", expected 3 to 64 letters, digits, _ and - in parts with dots between them,"
              + " such as acme.money: names without a dot are RPCX's own");
    }
  }

  Map<Class<?>, ValueCodec> byType() {
    return byType;
  }
}
