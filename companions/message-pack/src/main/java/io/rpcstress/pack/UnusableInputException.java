package io.rpcstress.pack;

/** What the user gave makes no pack; the message says in one line what, where, and what to do. */
final class UnusableInputException extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableInputException(String message) {
    super(message);
  }

  UnusableInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
