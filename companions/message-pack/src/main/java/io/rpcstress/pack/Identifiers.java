package io.rpcstress.pack;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/**
 * Names in generated code for the keys of a message: a Java identifier that no other key has, also
 * where a generator changes its case or leaves out underscores. Used by one thread.
 */
final class Identifiers {
  private static final int MAX_CHARS = 60;

  /** Methods that every record has; their names cannot be those of components. */
  private static final Set<String> OF_RECORDS =
      Set.of(
          "clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

  private final Set<String> taken = new HashSet<>();

  /** One for a field: {@code orderId} for {@code order-id}. */
  String field(String key) {
    String identifier = identifier(key);
    return unique(Character.toLowerCase(identifier.charAt(0)) + identifier.substring(1));
  }

  /** One for a type: {@code OrderLine} for {@code order_line}. */
  String type(String key) {
    String identifier = identifier(key);
    return unique(Character.toUpperCase(identifier.charAt(0)) + identifier.substring(1));
  }

  private String unique(String wanted) {
    String free = wanted;
    if (SourceVersion.isKeyword(wanted) || OF_RECORDS.contains(wanted)) {
      free = wanted + "Field";
    }
    for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = wanted + "N" + i;
    }
    return free;
  }

  /** Letters and digits of ASCII, camel-cased where others stood; begins with a letter. */
  private static String identifier(String key) {
    StringBuilder identifier = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < key.length() && identifier.length() < MAX_CHARS; i++) {
      char each = key.charAt(i);
      if (!isAsciiLetterOrDigit(each)) {
        upper = identifier.length() > 0;
        continue;
      }
      if (identifier.length() == 0 && Character.isDigit(each)) {
        identifier.append('n');
      }
      identifier.append(upper ? Character.toUpperCase(each) : each);
      upper = false;
    }
    return identifier.length() == 0 ? "field" : identifier.toString();
  }

  private static boolean isAsciiLetterOrDigit(char each) {
    return each < 128 && Character.isLetterOrDigit(each);
  }
}
