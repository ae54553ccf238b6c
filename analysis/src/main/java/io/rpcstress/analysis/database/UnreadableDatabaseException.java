package io.rpcstress.analysis.database;

/**
 * A database that is there and that this version cannot read: a newer version made it, or it is no
 * database. Whoever has the raw files can do without it. It is left as it is.
 */
public final class UnreadableDatabaseException extends UnusableInputException {

  private static final long serialVersionUID = 1;

  UnreadableDatabaseException(String message) {
    super(message);
  }

  UnreadableDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
