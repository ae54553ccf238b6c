package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.NearestWord;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** What is said of a word that is none of the valid ones. */
public final class Nearest {
  private Nearest() {}

  /** {@code ": did you mean 'x'? "} or nothing, then all valid words. */
  public static String hint(String word, Collection<String> valid) {
    return NearestWord.to(word, valid).map(v -> "did you mean '" + v + "'? ").orElse("")
        + "valid: "
        + String.join(", ", valid);
  }

  static <T> T of(String word, List<T> values, Function<T, String> labels) {
    return values.stream()
        .filter(each -> labels.apply(each).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s': %s".formatted(word, hint(word, values.stream().map(labels).toList()))));
  }
}
