package io.rpcstress.client.harness.plan;

/** Input that makes no sense. Its message is the one line that the user reads. */
public final class Misuse extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** A misuse. */
  public Misuse(String message) {
    super(message);
  }
}
