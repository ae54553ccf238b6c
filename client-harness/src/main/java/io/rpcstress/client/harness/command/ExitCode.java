package io.rpcstress.client.harness.command;

/** What the program ends with. */
final class ExitCode {
  /** Everything succeeded. */
  static final int OK = 0;

  /**
   * A run failed or timed out; the message, and the file where there is one, says which. Doctor: a
   * warning.
   */
  static final int FAILED = 1;

  /** The command line, or a file that it names, makes no sense. */
  static final int MISUSE = 2;

  /** {@code sweep next}: every point is done. */
  static final int COMPLETE = 3;

  /** A person ended it. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
