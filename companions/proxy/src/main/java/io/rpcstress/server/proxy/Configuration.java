package io.rpcstress.server.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A configuration from the files beside this class, in which {@code ${name}} stands for a value. A
 * value of several lines takes the place of a line, and is indented as that one was.
 */
final class Configuration {

  private final Map<String, String> values = new LinkedHashMap<>();

  /** Sets what a name stands for; in later values, too, which are put in first. */
  Configuration with(String name, Object value) {
    values.put(name, value.toString().stripTrailing());
    return this;
  }

  /** The file with all names replaced; lines of which nothing is left are left out. */
  String of(String file) {
    String text = text(file);
    String before;
    do { // a value may have names in it, too
      before = text;
      for (Map.Entry<String, String> each : values.entrySet()) {
        text = replaced(text, "${" + each.getKey() + "}", each.getValue());
      }
    } while (!text.equals(before));
    if (text.contains("${")) {
      throw new IllegalStateException(file + " has a name that nothing stands for");
    }
    return text;
  }

  private static String replaced(String text, String name, String value) {
    StringBuilder all = new StringBuilder(text.length() + value.length());
    text.lines()
        .forEach(
            line -> {
              if (line.isBlank() || !line.strip().equals(name)) {
                all.append(line.replace(name, value)).append('\n');
              } else if (!value.isEmpty()) {
                all.append(value.indent(line.indexOf(name)));
              }
            });
    return all.toString();
  }

  static String text(String file) {
    try (InputStream in = Configuration.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
