package io.rpcstress.rpcx.value;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A Protobuf schema of values: what a Protobuf compiler makes of it reads and writes the very bytes
 * of the codecs. Grows with the values that are asked for. Not thread-safe.
 */
public final class ProtoFile {
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, List<String>> messages = new LinkedHashMap<>();
  private final Set<String> imports = new TreeSet<>();

  /** Makes a schema of nothing. */
  public ProtoFile() {}

  /**
   * The Protobuf type of a value, whose messages belong to this schema from now on.
   *
   * @param codec the value's
   * @return such as {@code string} or {@code ListOfInt32}
   */
  public String type(ValueCodec codec) {
    return codec.protoType(this);
  }

  /**
   * A message of this schema.
   *
   * @param alias what it is the content of
   * @param fields makes its fields, a line each
   * @return its name
   */
  String message(String alias, Function<ProtoFile, List<String>> fields) {
    String known = names.get(alias);
    if (known != null) {
      return known;
    }
    String name = name(alias);
    Set<String> taken = new HashSet<>(names.values());
    for (int i = 2; taken.contains(name); i++) {
      name = name(alias) + "_" + i;
    }
    names.put(alias, name);
    messages.put(alias, fields.apply(this));
    return name;
  }

  /** A message of another schema. */
  String imported(String file, String fullName) {
    imports.add(file);
    return "." + fullName;
  }

  /** {@code map<string,list<int32>>} becomes MapOfStringToListOfInt32, {@code record:Bill} Bill. */
  private static String name(String alias) {
    StringBuilder name = new StringBuilder();
    int from = 0;
    for (int i = 0; i <= alias.length(); i++) {
      char end = i == alias.length() ? '>' : alias.charAt(i);
      if ("<>,".indexOf(end) >= 0) {
        String part = alias.substring(from, i);
        name.append(from > 0 || end == '<' ? capitalised(identifier(part)) : identifier(part));
        name.append(end == '<' ? "Of" : end == ',' ? "To" : "");
        from = i + 1;
      }
    }
    return name.toString();
  }

  private static String capitalised(String part) {
    return part.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1);
  }

  /**
   * Part of a name as Protobuf allows it.
   *
   * @param text an alias without brackets, or a published name
   * @return letters, digits and underscores, the first one no digit
   */
  public static String identifier(String text) {
    String bare = text.startsWith("error:") ? "Error_" + text.substring("error:".length()) : text;
    bare = bare.substring(bare.indexOf(':') + 1);
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < bare.length(); i++) {
      char c = bare.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean digit = c >= '0' && c <= '9';
      if (digit && name.isEmpty()) {
        name.append('_');
      }
      name.append(letter || digit ? c : '_');
    }
    return name.toString();
  }

  /**
   * The schema.
   *
   * @param comment lines above everything
   * @param packageName its Protobuf package
   * @return the text of a file, with a new line at its end
   */
  public String text(List<String> comment, String packageName) {
    List<String> lines = new ArrayList<>();
    comment.forEach(line -> lines.add(("// " + line).stripTrailing()));
    lines.add("syntax = \"proto3\";");
    lines.add("");
    lines.add("package " + packageName + ";");
    if (!imports.isEmpty()) {
      lines.add("");
      imports.forEach(file -> lines.add("import \"" + file + "\";"));
    }
    names.forEach(
        (alias, name) -> {
          lines.add("");
          lines.add("// " + alias);
          lines.add("message " + name + " {");
          messages.getOrDefault(alias, List.of()).forEach(field -> lines.add("  " + field));
          lines.add("}");
        });
    return String.join("\n", lines) + "\n";
  }
}
