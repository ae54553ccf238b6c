package io.rpcstress.rpcx;

import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed. A handler may throw one to choose the status that its caller sees;
 * any other exception becomes {@link StatusCode#INTERNAL} without its message.
 */
public final class RPCXException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final StatusCode status;

  /**
   * Makes an exception.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why; travels to the caller
   */
  public RPCXException(StatusCode status, String message) {
    this(status, message, null);
  }

  /**
   * Makes an exception with a cause, which does not travel.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why; travels to the caller
   * @param cause what led to it, or null
   */
  public RPCXException(StatusCode status, String message, @Nullable Throwable cause) {
    super(message, cause);
    if (status == StatusCode.OK) {
      throw new IllegalArgumentException("an exception cannot have the status OK");
    }
    this.status = status;
  }

  private RPCXException(StatusCode status, String message, boolean withStackTrace) {
    super(message, null, true, withStackTrace);
    this.status = status;
  }

  /**
   * An exception without a stack trace, for the event loop: the loop's own stack says nothing, and
   * a storm of failures must stay cheap.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why
   * @return the exception
   */
  public static RPCXException withoutTrace(StatusCode status, String message) {
    return new RPCXException(status, message, false);
  }

  /** How the call ended. */
  public StatusCode status() {
    return status;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    String message = super.getMessage();
    return message == null ? status.name() : status.name() + ": " + message;
  }

  /** The message without the status in front, as it travels. */
  public String reason() {
    String message = super.getMessage();
    return message == null ? "" : message;
  }
}
