package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.contract.PrintableText;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * An option of which a sweep takes several values, and a single point one.
 *
 * @param what one of its values, for a person
 */
record SweptOption(String name, String what, List<String> valid) {

  /** Values in their order; one that is named twice is one. */
  static List<String> distinct(Collection<String> values) {
    return List.copyOf(new LinkedHashSet<>(values));
  }

  void check(Collection<String> values) {
    for (String each : values) {
      if (!valid.contains(each)) {
        throw new Misuse(
            "%s '%s' is unknown: %s"
                .formatted(name, PrintableText.of(each), Nearest.hint(each, valid)));
      }
    }
  }

  /** The one value of a single point, which is one that there is. */
  String only(List<String> values) {
    String value = one(values);
    check(values);
    return value;
  }

  /** The one value of a single point. */
  <T> T one(List<T> values) {
    if (values.size() != 1) {
      throw new Misuse(
          "%s %s: one %s expected here; a sweep takes several"
              .formatted(
                  name, String.join(",", values.stream().map(String::valueOf).toList()), what));
    }
    return values.get(0);
  }
}
