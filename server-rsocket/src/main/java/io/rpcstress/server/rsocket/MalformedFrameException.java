package io.rpcstress.server.rsocket;

/** What a peer sent is no frame, or none that this server takes. */
final class MalformedFrameException extends Exception {
  private static final long serialVersionUID = 1;

  /** One line that says what is wrong. */
  MalformedFrameException(String message) {
    super(message);
  }
}
