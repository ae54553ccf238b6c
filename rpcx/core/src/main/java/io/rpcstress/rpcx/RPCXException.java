package io.rpcstress.rpcx;

import io.rpcstress.rpcx.value.Detail;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed. A handler may throw a new one to choose the status that its caller
 * sees; any other exception becomes {@link StatusCode#INTERNAL} without its message, also the end
 * of a call that the handler made itself.
 */
public final class RPCXException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final StatusCode status;
  private final boolean mayHaveRun;
  private final boolean ofCall;
  private final long retryAfterMillis;

  /** What a handler gave, or a {@link Detail} that came from a server. */
  private final transient @Nullable Object detail;

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
    this(status, message, cause, mayHaveRun(status), false, true, 0, null);
    if (status == StatusCode.OK) {
      throw new IllegalArgumentException("an exception cannot have the status OK");
    }
  }

  private RPCXException(
      StatusCode status,
      String message,
      @Nullable Throwable cause,
      boolean mayHaveRun,
      boolean ofCall,
      boolean withStackTrace,
      long retryAfterMillis,
      @Nullable Object detail) {
    super(message, cause, true, withStackTrace);
    this.status = status;
    this.mayHaveRun = mayHaveRun;
    this.ofCall = ofCall;
    this.retryAfterMillis = retryAfterMillis;
    this.detail = detail;
  }

  /** Whether a server that answers so may have started to run the method. */
  private static boolean mayHaveRun(StatusCode status) {
    return status != StatusCode.OVERLOADED
        && status != StatusCode.UNKNOWN_SERVICE
        && status != StatusCode.UNKNOWN_METHOD;
  }

  /**
   * An exception without a stack trace, for the event loop: the loop's own stack explains nothing,
   * and a storm of failures must stay cheap.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why
   * @return the exception
   */
  public static RPCXException withoutTrace(StatusCode status, String message) {
    return new RPCXException(status, message, null, mayHaveRun(status), false, false, 0, null);
  }

  /**
   * The end of a call, for the client: a handler that lets it pass reports nothing with it of its
   * own call.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why
   * @param cause what led to it, or null
   * @return the exception
   */
  public static RPCXException ofCall(StatusCode status, String message, @Nullable Throwable cause) {
    return new RPCXException(status, message, cause, mayHaveRun(status), true, true, 0, null);
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
    return new RPCXException(status, message, cause, false, true, false, 0, null);
  }

  /**
   * The end of a call that a server answered without success, without a stack trace; for the
   * client.
   *
   * @param status how the call ended, not {@link StatusCode#OK}
   * @param message why
   * @param retryAfterMillis when another attempt is welcome, in ms from now; 0 if unknown
   * @param detail more about why, or null
   * @return the exception
   */
  public static RPCXException answered(
      StatusCode status, String message, long retryAfterMillis, @Nullable Detail detail) {
    return new RPCXException(
        status, message, null, mayHaveRun(status), true, false, retryAfterMillis, detail);
  }

  /**
   * The same failure that also reports when another attempt is welcome: for a handler or
   * interceptor that throws {@link StatusCode#OVERLOADED}. A client makes another attempt of an
   * idempotent method then, if its deadline allows (see {@link RPCX.Builder#attempts}).
   *
   * @param wait from now on, 1 ms to {@link Limits#MAX_DEADLINE_MILLIS}
   * @return a new exception
   */
  public RPCXException withRetryAfter(Duration wait) {
    if (wait.compareTo(Duration.ofMillis(1)) < 0
        || wait.compareTo(Duration.ofMillis(Limits.MAX_DEADLINE_MILLIS)) > 0) {
      throw new IllegalArgumentException("retryAfter is " + wait + ", expected 1 ms to 7 days");
    }
    return new RPCXException(
        status, reason(), getCause(), mayHaveRun, false, true, wait.toMillis(), detail);
  }

  /**
   * The same failure with more about why, for callers that ask for it with {@link #detail}. One
   * that cannot travel, or takes more than 8 KiB, is left out, and the server's log says so.
   *
   * @param value a record or another value whose class says its whole type; see docs/wire.md
   * @return a new exception
   */
  public RPCXException withDetail(Object value) {
    return new RPCXException(
        status, reason(), getCause(), mayHaveRun, false, true, retryAfterMillis, value);
  }

  /** The same, with the stack trace of the calling thread; for the client. */
  public RPCXException inThisThread() {
    return new RPCXException(
        status, reason(), getCause(), mayHaveRun, ofCall, true, retryAfterMillis, detail);
  }

  /**
   * The same, of a call that may have run whatever this says of its last attempt, without a stack
   * trace; for the client.
   */
  public RPCXException ofCallThatMayHaveRun() {
    return new RPCXException(
        status, reason(), getCause(), true, ofCall, false, retryAfterMillis, detail);
  }

  /** The same as the end of a call, without a stack trace; for the client. */
  public RPCXException asEndOfCall() {
    return ofCall
        ? this
        : new RPCXException(
            status, reason(), getCause(), mayHaveRun, true, false, retryAfterMillis, detail);
  }

  /** How the call ended. */
  public StatusCode status() {
    return status;
  }

  /**
   * Whether the method may have started to run on the server. False is certain: the request was
   * never sent, or the server reports that it refused it ({@link StatusCode#OVERLOADED}, unknown
   * service or method); the call can be made again without fear of running twice. True means that
   * this is not known.
   */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }

  /** When the server welcomes another attempt, from its answer on; empty if it sent none. */
  public Optional<Duration> retryAfter() {
    return retryAfterMillis == 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(retryAfterMillis));
  }

  /**
   * More about why, as the server sent it. It is decoded here and now, by the requested type:
   * nothing that comes from a server chooses a class. Does not survive Java serialisation.
   *
   * @param type a record or another class that travels
   * @param <T> that class
   * @return the detail, or nothing if there is none of this type
   * @throws IllegalArgumentException if no value of the type can travel
   */
  public <T> Optional<T> detail(Class<T> type) {
    if (detail instanceof Detail received) {
      return received.read(type);
    }
    return type.isInstance(detail) ? Optional.of(type.cast(detail)) : Optional.empty();
  }

  /** For RPCX: what a handler gave, a {@link Detail} that came from a server, or null. */
  public @Nullable Object rawDetail() {
    return detail;
  }

  /** For RPCX: whether it is the end of a call, instead of what a handler chose. */
  public boolean isOfCall() {
    return ofCall;
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
