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

  /** Methods that every record has, and one by the getter of Avro's; fields cannot be named so. */
  private static final Set<String> OF_RECORDS =
      Set.of(
          "clone",
          "finalize",
          "getClass",
          "hashCode",
          "notify",
          "notifyAll",
          "specificData",
          "toString",
          "wait");

  /** Where generated code names a class by them, a field of that name would stand before it. */
  private static final Set<String> OF_PACKAGES = Set.of("com", "java", "org");

  /** Types that generated code names without their packages, beside those of java.lang. */
  private static final Set<String> IMPORTED =
      Set.of(
          "BinaryMessageDecoder",
          "BinaryMessageEncoder",
          "Builder",
          "GenericArray",
          "JsonInclude",
          "JsonProperty",
          "List",
          "Map",
          "Objects",
          "SchemaStore",
          "Serializable",
          "SpecificData",
          "Utf8");

  private final Set<String> taken = new HashSet<>();

  /** One for a field: {@code orderId} for {@code order-id}. */
  String field(String key) {
    String identifier = identifier(key);
    String name = Character.toLowerCase(identifier.charAt(0)) + identifier.substring(1);
    boolean isReserved =
        SourceVersion.isKeyword(name) || OF_RECORDS.contains(name) || OF_PACKAGES.contains(name);
    return unique(isReserved ? name + "Field" : name);
  }

  /** One for a type: {@code OrderLine} for {@code order_line}. */
  String type(String key) {
    String identifier = identifier(key);
    String name = Character.toUpperCase(identifier.charAt(0)) + identifier.substring(1);
    return unique(IMPORTED.contains(name) || isOfJavaLang(name) ? name + "Type" : name);
  }

  private static boolean isOfJavaLang(String type) {
    return Object.class.getResource(type + ".class") != null;
  }

  private String unique(String wanted) {
    String free = wanted;
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
