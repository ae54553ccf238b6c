package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.Nullable;

/**
 * The peer sent bytes that are no RPCX frame. Their reader closes the connection: what follows
 * cannot be trusted to be in step. Carries no stack trace, since a peer could make us fill in many.
 */
public final class MalformedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The call whose request is the reason, or null. */
  private final @Nullable Long callId;

  /**
   * Describes what is wrong, without repeating what the peer sent.
   *
   * @param message what was found and what was expected
   */
  public MalformedFrameException(String message) {
    this(message, null);
  }

  /**
   * Describes what is wrong, without repeating what the peer sent.
   *
   * @param message what was found and what was expected
   * @param callId the call whose request is the reason, or null if there is none that is known
   */
  public MalformedFrameException(String message, @Nullable Long callId) {
    super(message, null, false, false);
    this.callId = callId;
  }

  /** The call whose request is the reason, or null if there is none that is known. */
  public @Nullable Long callId() {
    return callId;
  }
}
