package io.rpcstress.analysis.database;

/**
 * A database that is there and that this version cannot read: a newer version made it, or it is no
 * database. Whoever has the raw files can do without it. It is left as it is.
 */
public final class UnreadableDatabaseException extends UnusableInputException {

  private static final long serialVersionUID = 1;

  /** With the line for the user. */
  UnreadableDatabaseException(String message) {
    super(message);
  }

  /** With the line for the user, and what lies behind it. */
  UnreadableDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
