package io.rpcstress.rpcx;

import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed. A handler may throw one to choose the status that its caller sees;
 * any other exception becomes {@link StatusCode#INTERNAL} without its message.
 */
public final class RPCXException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final StatusCode status;
  private final boolean mayHaveRun;

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
    mayHaveRun = mayHaveRun(status);
  }

  private RPCXException(
      StatusCode status,
      String message,
      @Nullable Throwable cause,
      boolean mayHaveRun,
      boolean withStackTrace) {
    super(message, cause, true, withStackTrace);
    this.status = status;
    this.mayHaveRun = mayHaveRun;
  }

  /** Whether a server that answers so may have begun to run the method. */
  private static boolean mayHaveRun(StatusCode status) {
    return status != StatusCode.OVERLOADED
        && status != StatusCode.UNKNOWN_SERVICE
        && status != StatusCode.UNKNOWN_METHOD;
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
    return new RPCXException(status, message, null, mayHaveRun(status), false);
  }

  /**
   * The end of a call whose request never left this process, without a stack trace.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why
   * @param cause what led to it, or null
   * @return the exception; {@link #mayHaveRun} is false
   */
  public static RPCXException notSent(
      StatusCode status, String message, @Nullable Throwable cause) {
    return new RPCXException(status, message, cause, false, false);
  }

  /** The same, with the stack trace of the calling thread; for the client. */
  public RPCXException inThisThread() {
    return new RPCXException(status, reason(), getCause(), mayHaveRun, true);
  }

  /** How the call ended. */
  public StatusCode status() {
    return status;
  }

  /**
   * Whether the method may have begun to run on the server. False is certain: the request was never
   * sent, or the server says that it refused it ({@link StatusCode#OVERLOADED}, unknown service or
   * method); the call can be made again without fear of running twice. True means that nobody here
   * knows.
   */
  public boolean mayHaveRun() {
    return mayHaveRun;
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
