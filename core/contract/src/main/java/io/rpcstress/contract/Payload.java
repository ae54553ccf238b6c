package io.rpcstress.contract;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much a call carries, in the dimensions of one operation. Every dimension has a value, within
 * its range. Immutable.
 */
public final class Payload {

  private static final int MAX_SHOWN_CHARS = 60;

  private final String operation;
  private final List<PayloadDimension> dimensions;
  private final Map<String, Integer> values;

  private Payload(
      String operation, List<PayloadDimension> dimensions, Map<String, Integer> values) {
    this.operation = operation;
    this.dimensions = dimensions;
    this.values = Collections.unmodifiableMap(values);
  }

  public static Payload defaultOf(Operation<?, ?> operation) {
    Map<String, Integer> values = new LinkedHashMap<>();
    for (PayloadDimension each : operation.dimensions()) {
      values.put(each.name(), each.defaultValue());
    }
    return new Payload(operation.name(), operation.dimensions(), values);
  }

  /**
   * Reads what {@link #toString} writes. Dimensions may stand in any order; those that do not stand
   * there have their defaults.
   *
   * @throws IllegalArgumentException saying in one line what is wrong: a dimension that the
   *     operation does not have, one that stands there twice, a number that is none or out of
   *     range, a word that is none of its words
   */
  public static Payload parse(Operation<?, ?> operation, String text) {
    Payload payload = defaultOf(operation);
    Set<String> seen = new HashSet<>();
    for (String each : text.split(",", -1)) {
      int equals = each.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "'%s': %s expected, for example".formatted(shown(text), defaultOf(operation)));
      }
      String name = each.substring(0, equals);
      String written = each.substring(equals + 1);
      PayloadDimension dimension = payload.dimension(name);
      int value = dimension.value(written);
      if (value < 0) {
        throw new IllegalArgumentException(
            "%s=%s: %s expected".formatted(name, shown(written), dimension.range()));
      }
      if (!seen.add(name)) {
        throw new IllegalArgumentException("'%s' sets %s twice".formatted(shown(text), name));
      }
      payload = payload.with(name, value);
    }
    return payload;
  }

  /** The same but for one value. */
  public Payload with(String name, int value) {
    PayloadDimension dimension = dimension(name);
    if (value < dimension.min() || value > dimension.max()) {
      throw new IllegalArgumentException(
          "%s=%d: %s expected".formatted(name, value, dimension.range()));
    }
    Map<String, Integer> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new Payload(operation, dimensions, changed);
  }

  public int get(String name) {
    Integer value = values.get(dimension(name).name());
    return value == null ? 0 : value; // there is one of each dimension
  }

  private PayloadDimension dimension(String name) {
    for (PayloadDimension each : dimensions) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "%s has no payload dimension '%s': %s expected"
            .formatted(
                operation,
                shown(name),
                dimensions.stream().map(PayloadDimension::name).collect(Collectors.joining(", "))));
  }

  private static String shown(String text) {
    return PrintableText.of(text, MAX_SHOWN_CHARS);
  }

  /** The one spelling, as in options, files and tables: {@code products=1,stock=remote}. */
  @Override
  public String toString() {
    return dimensions.stream()
        .filter(each -> each.isWritten(get(each.name())))
        .map(each -> each.name() + "=" + each.text(get(each.name())))
        .collect(Collectors.joining(","));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload payload
        && operation.equals(payload.operation)
        && values.equals(payload.values);
  }

  @Override
  public int hashCode() {
    return 31 * operation.hashCode() + values.hashCode();
  }
}
