package io.rpcstress.analysis.report;

import io.rpcstress.analysis.model.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What each technology offers beside speed, as its own documentation says: {@code
 * capabilities.json}. A cell that is null there was looked for, and no source states it. Immutable.
 *
 * @param features the rows: key and name, in order
 * @param technologies by name, each with its statements by the feature's key
 * @param surveyed systems that are not measured, by name, in order
 */
record Capabilities(
    Map<String, String> features,
    Map<String, Map<String, @Nullable Statement>> technologies,
    Map<String, Surveyed> surveyed) {

  /**
   * One statement.
   *
   * @param text what is said
   * @param source where it is said: an https address, or a file of this project's docs with the
   *     heading
   * @param brief the same for the first screen: {@code yes}, {@code in part} or {@code no}, a
   *     colon, and a word or two; empty for a feature that is not shown there
   */
  record Statement(String text, String source, String brief) {

    /** Most are not on the first screen. */
    Statement {
      brief = Objects.requireNonNullElse(brief, "");
    }

    boolean isLinked() {
      return source.startsWith("https://");
    }

    /** How far, in a word. */
    String level() {
      return brief.substring(0, brief.indexOf(": "));
    }

    /** A shape that says what the word says. */
    String shape() {
      return Map.of("yes", "●", "in part", "◐", "no", "○").getOrDefault(level(), "");
    }

    /** What the first screen has behind the shape. */
    String words() {
      return brief.substring(brief.indexOf(": ") + 2);
    }
  }

  record Surveyed(String namedBy, String text, String reason, String source) {}

  static Capabilities load() {
    return Resources.json(Capabilities.class, "capabilities.json", Capabilities.class);
  }

  /** The statement on one feature; null where the documentation does not say. */
  @Nullable Statement of(String technology, String feature) {
    return technologies.getOrDefault(technology, Map.of()).get(feature);
  }

  /** The features of the first screen: key and name, in order. */
  Map<String, String> briefly() {
    Map<String, String> shown = new LinkedHashMap<>(features);
    shown
        .keySet()
        .removeIf(
            key ->
                technologies.values().stream()
                    .map(t -> t.get(key))
                    .noneMatch(s -> s != null && !s.brief().isEmpty()));
    return shown;
  }

  /** Those of the technologies, in the order given, that have statements. */
  List<String> known(List<String> wanted) {
    List<String> known = new ArrayList<>(wanted);
    known.retainAll(technologies.keySet());
    return known;
  }

  List<String> unknown(List<String> wanted) {
    return wanted.stream().filter(name -> !technologies.containsKey(name)).toList();
  }
}
