package io.rpcstress.contract.serial;

import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.PrintableText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a serialised object that comes from a peer may have. Checked while it is read, before
 * anything is made of what is beyond. Immutable.
 *
 * @param depth objects within objects, 1 or more
 * @param references objects and strings altogether, those that stand there again among them
 * @param array elements that room is made for at a time, 0 or more
 * @param bytes length of the whole, 1 or more
 */
public record Bounds(int depth, int references, int array, int bytes) {

  /** The environment variable of either host in which other bounds may stand. */
  public static final String VARIABLE = "RPC_STRESS_JAVA_BOUNDS";

  /** What the longest list of the contract needs, and some to spare. */
  public static final Bounds DEFAULTS =
      new Bounds(
          8,
          4 * ListEcho.MAX_ELEMENTS,
          ListEcho.MAX_ELEMENTS,
          // A name is twice as long at most as in UTF-8; numbers, marks and a class around it.
          ListEcho.MAX_ELEMENTS * (2 * ListEcho.MAX_NAME_BYTES + 32) + 1024);

  private static final String DEPTH = "depth";
  private static final String REFERENCES = "references";
  private static final String ARRAY = "array";
  private static final String BYTES = "bytes";
  private static final int MAX_SHOWN_CHARS = 60;

  /** Those of {@link #VARIABLE}, or the defaults where it is not set. */
  public static Bounds ofEnvironment() {
    String text = System.getenv(VARIABLE);
    return text == null ? DEFAULTS : parse(text);
  }

  /**
   * Reads what {@link #toString} writes. What does not stand there has its default.
   *
   * @throws IllegalArgumentException saying in one line what is wrong with the text
   */
  public static Bounds parse(String text) {
    Map<String, Integer> values = new LinkedHashMap<>();
    values.put(DEPTH, DEFAULTS.depth);
    values.put(REFERENCES, DEFAULTS.references);
    values.put(ARRAY, DEFAULTS.array);
    values.put(BYTES, DEFAULTS.bytes);
    for (String each : text.split(",", -1)) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? each : each.substring(0, equals);
      String number = each.substring(equals + 1);
      if (!values.containsKey(name) || !number.matches("[0-9]{1,9}")) {
        throw new IllegalArgumentException(
            "%s '%s': numbers as in %s expected".formatted(VARIABLE, shown(text), DEFAULTS));
      }
      values.put(name, Integer.valueOf(number));
    }
    return new Bounds(
        values.getOrDefault(DEPTH, 0),
        values.getOrDefault(REFERENCES, 0),
        values.getOrDefault(ARRAY, 0),
        values.getOrDefault(BYTES, 0));
  }

  private static String shown(String text) {
    return PrintableText.of(text, MAX_SHOWN_CHARS);
  }

  /** The one spelling: {@code depth=8,references=40000,array=10000,bytes=1601024}. */
  @Override
  public String toString() {
    return "%s=%d,%s=%d,%s=%d,%s=%d"
        .formatted(DEPTH, depth, REFERENCES, references, ARRAY, array, BYTES, bytes);
  }
}
