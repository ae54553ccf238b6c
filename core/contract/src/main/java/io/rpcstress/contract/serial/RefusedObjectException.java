package io.rpcstress.contract.serial;

/**
 * Bytes of a peer that are no object which is expected here. The message is one line of bounded
 * length.
 */
public final class RefusedObjectException extends Exception {
  private static final long serialVersionUID = 1;

  /** Says what was refused; nothing of it was made or run. */
  RefusedObjectException(String message) {
    super(message, null, false, false); // a peer decides how often
  }
}
