package io.rpcstress.client.harness.process;

/** What the program ends with. */
public final class ExitCode {
  public static final int OK = 0;

  /**
   * A run failed or timed out; the message, and the file where there is one, says which. Doctor: a
   * warning.
   */
  public static final int FAILED = 1;

  /** The command line, or a file that it names, makes no sense. */
  public static final int MISUSE = 2;

  /** A person ended it. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
