package io.rpcstress.analysis.database;

/**
 * A folder, URL or option that cannot be used. The message is one line for the user: the value,
 * what was expected, what to do.
 */
public class UnusableInputException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public UnusableInputException(String message) {
    super(message);
  }

  public UnusableInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
