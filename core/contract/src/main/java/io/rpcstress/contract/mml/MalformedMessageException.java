package io.rpcstress.contract.mml;

/** Bytes that are no message. What follows on their connection means nothing: it has to end. */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedMessageException(String message) {
    super(message, null, false, false); // a peer decides how often
  }
}
