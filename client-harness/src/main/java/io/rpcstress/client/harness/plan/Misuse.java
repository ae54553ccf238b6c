package io.rpcstress.client.harness.plan;

/** Input that makes no sense. Its message is the one line that the user reads. */
public final class Misuse extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Misuse(String message) {
    super(message);
  }

  /** Sees that an option has one of two words. */
  public static void unlessOneOf(String option, String word, String one, String other) {
    if (!word.equals(one) && !word.equals(other)) {
      throw new Misuse("%s '%s': %s or %s expected".formatted(option, word, one, other));
    }
  }
}
