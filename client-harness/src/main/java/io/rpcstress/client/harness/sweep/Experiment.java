package io.rpcstress.client.harness.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A plan from {@code experiments/}: data, no code. A key that is not known is refused, so that a
 * slip is not a silently different experiment.
 *
 * @param values by key, as text; a list's items joined by commas
 */
public record Experiment(Map<String, String> values) {

  /** Every key that an experiment may have. */
  public static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "technologies",
          "operation",
          "payload",
          "threads",
          "requests",
          "request-mode",
          "in-flight",
          "runs",
          "duration",
          "warmup",
          "windows",
          "until-steady",
          "warmup-cap",
          "repeat",
          "fresh",
          "timeout",
          "order");

  private static final String FOLDER = "/experiments/";
  private static final String ENDING = ".yaml";

  /** Copies the values. */
  public Experiment {
    values = Map.copyOf(values);
  }

  /**
   * Reads an experiment by its name, out of the jar, or by its file.
   *
   * @param nameOrFile for example {@code rpcx-grid}, or {@code mine/plan.yaml}
   * @throws IllegalArgumentException if there is none, or it has an unknown key; the message says
   *     which
   * @throws IOException if the file cannot be read
   */
  public static Experiment read(String nameOrFile) throws IOException {
    if (nameOrFile.endsWith(ENDING)) {
      Path file = Path.of(nameOrFile);
      if (!Files.isReadable(file)) {
        throw new IllegalArgumentException("there is no readable file " + file);
      }
      return parse(nameOrFile, Files.readString(file));
    }
    try (InputStream in =
        nameOrFile.matches("[a-z0-9-]+")
            ? Experiment.class.getResourceAsStream(FOLDER + nameOrFile + ENDING)
            : null) {
      if (in == null) {
        throw new IllegalArgumentException(
            "'%s' is no experiment: rpcx-grid, quick, put, or a file that ends in %s expected"
                .formatted(nameOrFile, ENDING));
      }
      return parse(nameOrFile, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Experiment parse(String source, String text) {
    Object root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      throw new IllegalArgumentException(source + " is not YAML: " + e.getMessage(), e);
    }
    if (!(root instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(source + ": keys and values expected");
    }
    Map<String, String> values = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (!KEYS.contains(name)) {
            throw new IllegalArgumentException(
                "%s: unknown key '%s', valid: %s".formatted(source, name, String.join(", ", KEYS)));
          }
          values.put(
              name,
              value instanceof List<?> list
                  ? String.join(",", list.stream().map(String::valueOf).toList())
                  : String.valueOf(value));
        });
    return new Experiment(values);
  }
}
