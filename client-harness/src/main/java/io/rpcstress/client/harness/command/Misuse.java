package io.rpcstress.client.harness.command;

/** Input that makes no sense. Its message is the one line that the user reads. */
final class Misuse extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * A misuse.
   *
   * @param message names the value, what was expected, and what to do
   */
  Misuse(String message) {
    super(message);
  }
}
