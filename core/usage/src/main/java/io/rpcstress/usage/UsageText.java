package io.rpcstress.usage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The part of the Prometheus text exposition format that is used here: {@code name value} and
 * {@code name{label="text"} 1} lines with whole numbers, and comments.
 */
final class UsageText {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";

  private UsageText() {}

  /** Series (name with labels) to value, in the order of the text. */
  static Map<String, String> parse(String text) {
    Map<String, String> series = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int space = line.lastIndexOf(' ');
      String name = space < 0 ? line : line.substring(0, space).trim();
      String value = space < 0 ? "" : line.substring(space + 1);
      if (!name.matches(NAME + "(\\{[^{}]*})?") || value.isEmpty()) {
        throw malformed(number, line, "expected <name> <value>");
      }
      if (series.put(name, value) != null) {
        throw malformed(number, line, "a second value for " + name);
      }
    }
    return series;
  }

  static IllegalArgumentException malformed(int number, String line, String why) {
    return new IllegalArgumentException(
        "usage text line " + number + " \"" + clipped(line) + "\": " + why);
  }

  /**
   * Short enough for an error message, without what could disturb a terminal: the same characters
   * as in the contract's PrintableText, which this module does not see.
   */
  static String clipped(String text) {
    String plain = text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
    return plain.length() <= 80 ? plain : plain.substring(0, 77) + "...";
  }
}
