package io.rpcstress.rpcx.wire;

/**
 * The peer sent bytes that are no RPCX frame. Whoever reads them closes the connection: what
 * follows cannot be trusted to be in step. Carries no stack trace, since a peer could make us fill
 * in many.
 */
public final class MalformedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong, without repeating what the peer sent.
   *
   * @param message what was found and what was expected
   */
  public MalformedFrameException(String message) {
    super(message, null, false, false);
  }
}
