package io.rpcstress.client.harness.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A plan from {@code experiments/}: data, no code. A key that is not known is refused, so that a
 * slip is not a silently different experiment.
 *
 * @param values by key, as text; a list's items joined by commas
 * @param quick what is otherwise where the experiment is scaled down to minutes; empty where it
 *     does not say how
 */
public record Experiment(Map<String, String> values, Map<String, String> quick) {

  /** The section of what is otherwise in a quick run; its keys are those of an experiment. */
  public static final String QUICK = "quick";

  /** The experiments that are in the jar. */
  public static final List<String> SHIPPED =
      List.of(
          "rpcx-grid",
          QUICK,
          "put",
          "greet-rate",
          "list-echo",
          "order-flow",
          "order-chain",
          "paths");

  /** Every key that an experiment may have. */
  public static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "technologies",
          "operation",
          "payload",
          "payloads",
          "threads",
          "requests",
          "request-mode",
          "in-flight",
          "clients",
          "path",
          "late-after",
          "rate",
          "shape",
          "start",
          "runs",
          "duration",
          "warmup",
          "windows",
          "until-steady",
          "warmup-cap",
          "warmup-threads",
          "repeat",
          "fresh",
          "timeout",
          "order");

  private static final String FOLDER = "/experiments/";
  private static final String ENDING = ".yaml";

  /** Copies the values. */
  public Experiment {
    values = Map.copyOf(values);
    quick = Map.copyOf(quick);
  }

  /**
   * Reads an experiment by its name, out of the jar, or by its file.
   *
   * @param nameOrFile for example {@code rpcx-grid}, or {@code mine/plan.yaml}
   * @param hint what a person may have meant by a word, among the valid ones
   * @throws IllegalArgumentException if there is none, or it has an unknown key; the message says
   *     which
   * @throws IOException if the file cannot be read
   */
  public static Experiment read(
      String nameOrFile, BiFunction<String, Collection<String>, String> hint) throws IOException {
    if (nameOrFile.endsWith(ENDING)) {
      Path file = Path.of(nameOrFile);
      if (!Files.isReadable(file)) {
        throw new IllegalArgumentException("there is no readable file " + file);
      }
      return parse(nameOrFile, Files.readString(file), hint);
    }
    try (InputStream in =
        nameOrFile.matches("[a-z0-9-]+")
            ? Experiment.class.getResourceAsStream(FOLDER + nameOrFile + ENDING)
            : null) {
      if (in == null) {
        throw new IllegalArgumentException(
            "'%s' is no experiment: %s, or a file that ends in %s expected"
                .formatted(nameOrFile, String.join(", ", SHIPPED), ENDING));
      }
      return parse(nameOrFile, new String(in.readAllBytes(), StandardCharsets.UTF_8), hint);
    }
  }

  private static Experiment parse(
      String source, String text, BiFunction<String, Collection<String>, String> hint) {
    Object root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      throw new IllegalArgumentException(source + " is not YAML: " + e.getMessage(), e);
    }
    if (!(root instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(source + ": keys and values expected");
    }
    Map<Object, Object> whole = new LinkedHashMap<>(map);
    Object less = whole.remove(QUICK);
    if (less != null && !(less instanceof Map<?, ?>)) {
      throw new IllegalArgumentException(
          "%s: '%s' is '%s': a section of keys and values expected".formatted(source, QUICK, less));
    }
    return new Experiment(
        values(source, whole, hint),
        less instanceof Map<?, ?> section
            ? values(source + ": " + QUICK, section, hint)
            : Map.of());
  }

  private static Map<String, String> values(
      String source, Map<?, ?> map, BiFunction<String, Collection<String>, String> hint) {
    Map<String, String> values = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (!KEYS.contains(name)) {
            throw new IllegalArgumentException(
                "%s: unknown key '%s', %s".formatted(source, name, hint.apply(name, KEYS)));
          }
          values.put(name, text(source, name, value));
        });
    return values;
  }

  private static String text(String source, String name, @Nullable Object value) {
    String text =
        value instanceof List<?> list
            ? String.join(",", list.stream().map(String::valueOf).toList())
            : value == null ? "" : String.valueOf(value);
    if (text.isBlank() || value instanceof Map<?, ?>) {
      throw new IllegalArgumentException(
          "%s: '%s' is %s: one value or a list of some expected"
              .formatted(source, name, text.isBlank() ? "empty" : "a section"));
    }
    return text;
  }
}
