package io.rpcstress.rpcx.value;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Protobuf schema of values: what a Protobuf compiler makes of it reads and writes the very bytes
 * of the codecs. Grows with the values that are requested. Not thread-safe.
 */
public final class ProtoFile {
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, List<String>> messages = new LinkedHashMap<>();
  private final Set<String> imports = new TreeSet<>();

  /** Methods by their names, in order; null of those that a schema cannot express. */
  private final Map<String, @Nullable Rpc> methods = new TreeMap<>();

  /** The types of a method; null for nothing. */
  private record Rpc(@Nullable String parameter, @Nullable String result) {}

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
   * Makes a method part of this schema's service, if its parameter and its result are one message
   * each, or nothing. Of several methods with one name none is.
   *
   * @param published its published name
   * @param parameters the codecs of its parameters
   * @param result the codec of its result; null if it has none
   */
  public void method(String published, List<ValueCodec> parameters, @Nullable ValueCodec result) {
    String name = identifier(published);
    String parameter = parameters.isEmpty() ? null : type(parameters.get(0));
    String returned = result == null ? null : type(result);
    boolean fits = parameters.size() <= 1 && isMessage(parameter) && isMessage(returned);
    boolean first = !methods.containsKey(name);
    methods.put(name, fits && first ? new Rpc(parameter, returned) : null);
  }

  private boolean isMessage(@Nullable String type) {
    return type == null || type.startsWith(".") || names.containsValue(type);
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
    List<String> service = service(packageName);
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
    lines.addAll(service);
    return String.join("\n", lines) + "\n";
  }

  /** The service, if it has a method that can be expressed; imports what it needs. */
  private List<String> service(String packageName) {
    List<String> lines = new ArrayList<>();
    methods.forEach(
        (name, types) -> {
          if (types != null) {
            lines.add(
                "  rpc %s(%s) returns (%s);"
                    .formatted(
                        name,
                        whole(types.parameter, packageName),
                        whole(types.result, packageName)));
          }
        });
    if (lines.isEmpty()) {
      return lines;
    }
    String name = capitalised(packageName) + "Service";
    for (int i = 2; names.containsValue(name); i++) {
      name = capitalised(packageName) + "Service_" + i;
    }
    lines.addAll(
        0,
        List.of(
            "",
            "// What RPCX calls by these names, not gRPC. Methods with several parameters, and those",
            "// with values that are no messages, are in the comment above alone.",
            "service " + name + " {"));
    lines.add("}");
    return lines;
  }

  /** A type as it is found from everywhere. */
  private String whole(@Nullable String type, String packageName) {
    if (type == null) {
      return imported("google/protobuf/empty.proto", "google.protobuf.Empty");
    }
    return type.startsWith(".") ? type : "." + packageName + "." + type;
  }
}
