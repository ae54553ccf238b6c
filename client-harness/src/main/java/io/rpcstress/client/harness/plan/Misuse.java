package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.Labelled;
import io.rpcstress.contract.NearestWord;
import java.util.Collection;
import java.util.function.Supplier;

/** Input that makes no sense. Its message is the one line that the user reads. */
public final class Misuse extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Misuse(String message) {
    super(message);
  }

  /**
   * A value that was read from input.
   *
   * @param before what stands before the message of what refuses it
   */
  public static <T> T named(String before, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new Misuse(before + e.getMessage());
    }
  }

  public static void unlessOneOf(String option, String word, String one, String other) {
    if (!word.equals(one) && !word.equals(other)) {
      throw new Misuse("%s '%s': %s or %s expected".formatted(option, word, one, other));
    }
  }

  /** What is said of a word that is none of the valid ones. */
  public static final class Nearest {
    private Nearest() {}

    /** {@code ": did you mean 'x'? "} or nothing, then all valid words. */
    public static String hint(String word, Collection<String> valid) {
      return NearestWord.to(word, valid).map(v -> "did you mean '" + v + "'? ").orElse("")
          + "valid: "
          + String.join(", ", valid);
    }

    static <T extends Labelled> T of(String word, T[] all) {
      return Labelled.find(all, word)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "'%s': %s".formatted(word, hint(word, Labelled.labels(all)))));
    }
  }
}
