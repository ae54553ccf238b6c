package io.rpcstress.rpcx.client;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${name}} and {@code ${name:default}} in a text. A name is looked up in what the
 * application gives, in the system properties, in the environment, and in the environment in
 * capitals with {@code _} for every other sign. Thread-safe, as it has no state.
 */
final class Placeholders {
  private static final String BEGIN = "${";

  private Placeholders() {}

  /**
   * Replaces the placeholders of a text. Values are taken as they are.
   *
   * @param text what was written
   * @param given asked first; null for what it does not know
   * @return the text with values
   * @throws IllegalArgumentException if a placeholder has no value, or is not written as above
   */
  static String resolve(String text, @Nullable Function<String, @Nullable String> given) {
    StringBuilder resolved = new StringBuilder();
    int at = 0;
    for (int from = text.indexOf(BEGIN); from >= 0; from = text.indexOf(BEGIN, at)) {
      int to = text.indexOf('}', from);
      String inside = to < 0 ? "" : text.substring(from + BEGIN.length(), to);
      int colon = inside.indexOf(':');
      String name = colon < 0 ? inside : inside.substring(0, colon);
      if (name.isBlank() || inside.contains(BEGIN)) {
        throw new IllegalArgumentException(
            "expected ${name} or ${name:default}, without another placeholder inside");
      }
      String value = value(name.trim(), given);
      if (value == null && colon < 0) {
        throw new IllegalArgumentException(
            "nothing is known of \""
                + name.trim()
                + "\": set the system property or the environment variable, or write ${"
                + name.trim()
                + ":default}");
      }
      resolved.append(text, at, from).append(value == null ? inside.substring(colon + 1) : value);
      at = to + 1;
    }
    return resolved.append(text.substring(at)).toString();
  }

  private static @Nullable String value(
      String name, @Nullable Function<String, @Nullable String> given) {
    String value = given == null ? null : given.apply(name);
    if (value == null) {
      value = System.getProperty(name);
    }
    if (value == null) {
      value = System.getenv(name);
    }
    if (value == null) {
      value = System.getenv(name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"));
    }
    return value;
  }
}
