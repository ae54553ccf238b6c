package io.rpcstress.measure;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A point's coordinates in the declared dimensions. What is at its default is left out, so that a
 * point from before a dimension was declared equals one that does not use it. Immutable.
 *
 * @param values dimension to value, in the order of declaration, without defaults
 */
public record Dimensions(Map<String, String> values) {

  private static final List<Dimension> DECLARED = Dimension.DECLARED;

  private static final Map<String, Dimension> BY_NAME =
      DECLARED.stream().collect(Collectors.toUnmodifiableMap(Dimension::name, d -> d));

  public static final Dimensions NONE = new Dimensions(Map.of());

  private static final String SEPARATOR = ";";

  public Dimensions {
    if (!BY_NAME.keySet().containsAll(values.keySet())) {
      Set<String> unknown = new HashSet<>(values.keySet());
      unknown.removeAll(BY_NAME.keySet());
      throw new IllegalArgumentException(
          "'%s' is no dimension: %s expected"
              .formatted(
                  String.join(", ", unknown.stream().sorted().toList()),
                  String.join(", ", DECLARED.stream().map(Dimension::name).toList())));
    }
    Map<String, String> kept = new LinkedHashMap<>();
    for (Dimension each : DECLARED) {
      String value = values.get(each.name());
      if (value != null && !value.isEmpty() && !value.equals(each.defaultValue())) {
        String spelt = each.canonical(value);
        if (!spelt.equals(each.defaultValue())) {
          kept.put(each.name(), spelt);
        }
      }
    }
    values = Collections.unmodifiableMap(kept);
  }

  /** Every dimension there is, in the order of the words in a file's name. */
  public static List<Dimension> declared() {
    return DECLARED;
  }

  public static Optional<Dimension> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** Reads what {@link #toString} writes. */
  public static Dimensions parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String each : text.split(SEPARATOR, -1)) {
      int equals = each.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("'" + text + "': name=value;name=value expected");
      }
      values.put(each.substring(0, equals), each.substring(equals + 1));
    }
    return new Dimensions(values);
  }

  public Dimensions with(Dimension dimension, String value) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put(dimension.name(), value);
    return new Dimensions(all);
  }

  /** The same but for every value that others do not have at its default. */
  public Dimensions with(Dimensions others) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(others.values);
    return new Dimensions(all);
  }

  public String text(Dimension dimension) {
    return values.getOrDefault(dimension.name(), dimension.defaultValue());
  }

  public int count(Dimension dimension) {
    return Integer.parseInt(text(dimension));
  }

  /** The value in a dimension of times; null where it is empty. */
  public @Nullable Duration span(Dimension dimension) {
    String text = text(dimension);
    return text.isEmpty() ? null : Spans.parse(text);
  }

  public boolean has(Dimension dimension) {
    return values.containsKey(dimension.name());
  }

  /** {@code in-flight=4;path=haproxy}; empty where everything is at its default. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(SEPARATOR));
  }
}
