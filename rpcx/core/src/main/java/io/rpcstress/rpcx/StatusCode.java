package io.rpcstress.rpcx;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * How a call ended. The numbers travel on the wire and never change; 0 to 16 mean what they mean in
 * gRPC.
 */
public enum StatusCode {
  /** The call succeeded. */
  OK(0),
  /** The caller lost interest. */
  CANCELLED(1),
  /** A number that this version does not know, or an exception that the method declares. */
  UNKNOWN(2),
  /**
   * Number or types of the parameters are not what the method declares, or a value is unreadable.
   */
  INVALID_ARGUMENT(3),
  /** The deadline passed first; whether the method ran is not known. */
  DEADLINE_EXCEEDED(4),
  /** For applications: what was requested does not exist. */
  NOT_FOUND(5),
  /** For applications: what was to be made exists. */
  ALREADY_EXISTS(6),
  /** The caller is known but may not do this. */
  PERMISSION_DENIED(7),
  /**
   * A limit of the client: frame size, calls in flight, unwritten bytes. RPCX reports it only of
   * what was never sent; a handler may choose it for reasons of its own.
   */
  RESOURCE_EXHAUSTED(8),
  /** The call makes no sense in this state, such as waiting on an event loop for itself. */
  FAILED_PRECONDITION(9),
  /** For applications: a conflict; try the larger operation again. */
  ABORTED(10),
  /** For applications: beyond the end. */
  OUT_OF_RANGE(11),
  /** For applications: not built. */
  UNIMPLEMENTED(12),
  /** The method failed; details are in the server's log only. */
  INTERNAL(13),
  /** No connection, or it was lost; whether a call in flight ran is not known. */
  UNAVAILABLE(14),
  /** For applications: data is gone. */
  DATA_LOSS(15),
  /** The token was refused. */
  UNAUTHENTICATED(16),
  /** No service of this name is published; the connection stays. */
  UNKNOWN_SERVICE(17),
  /** The service publishes no method of this name; the connection stays. */
  UNKNOWN_METHOD(18),
  /** The server has too much to do and did not run the call: safe to try again, later. */
  OVERLOADED(19),
  /**
   * The method ran, but its reply could not be sent: it is larger than the client accepts, or the
   * client has left too many replies unread.
   */
  REPLY_DROPPED(20);

  private static final StatusCode[] BY_NUMBER = values();

  private final int number;

  StatusCode(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /**
   * The code of a number from the wire.
   *
   * @param number any number
   * @return its code, or {@link #UNKNOWN}
   */
  public static StatusCode of(long number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[(int) number] : UNKNOWN;
  }

  /**
   * The code of what a call failed with, for interceptors on either side.
   *
   * @param problem what was thrown, or what a future ended with
   * @return the status of an {@link RPCXException}, also behind the wrappers of futures; {@link
   *     #CANCELLED} of a cancelled future; {@link #UNKNOWN} of a {@link Published} exception;
   *     {@link #INTERNAL} of anything else
   */
  public static StatusCode ofFailure(Throwable problem) {
    Throwable cause = problem;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof RPCXException chosen) {
      return chosen.status();
    }
    if (cause.getClass().isAnnotationPresent(Published.class)) {
      return UNKNOWN; // as it ends on the wire
    }
    return cause instanceof CancellationException ? CANCELLED : INTERNAL;
  }
}
