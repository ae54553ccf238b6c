package io.rpcstress.server.base.netty;

/** What a peer sent is no frame, or none that this server takes. */
public final class MalformedFrameException extends Exception {
  private static final long serialVersionUID = 1;

  /** One line that says what is wrong. */
  public MalformedFrameException(String message) {
    super(message);
  }
}
