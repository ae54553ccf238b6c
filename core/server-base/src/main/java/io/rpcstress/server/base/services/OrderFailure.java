package io.rpcstress.server.base.services;

import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PrintableText;
import java.util.concurrent.CompletionException;

/** Why an order was not confirmed, for its caller; the message is one line. */
public final class OrderFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** What it means to the caller. */
  public enum Kind {
    /** The request is not allowed here: a retry would fail in the same way. */
    REFUSED,
    /** Too many orders are under way; later there may be room. */
    OVERLOADED,
    /** A service behind this one did not do its part. */
    PEER_FAILED
  }

  private static final int MAX_DESCRIBED_CHARS = 200;

  /** How far it is looked for what a problem came from; a chain may be a ring. */
  private static final int MAX_CAUSES = 10;

  private final Kind kind;

  OrderFailure(Kind kind, String message) {
    super(message, null, false, false); // no stack trace: nothing reads it
    this.kind = kind;
  }

  /** The message for an order that could not be passed on: one line that names the service. */
  public static String unreachable(OrderStep step, String why) {
    return "the " + step.role().label() + " service: " + why;
  }

  public Kind kind() {
    return kind;
  }

  /** What ended an order, as far as it is known: of anything else than this, a failure here. */
  public static OrderFailure of(Throwable problem) {
    Throwable cause = problem;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof OrderFailure known
        ? known
        : new OrderFailure(Kind.PEER_FAILED, "an order failed: " + described(cause));
  }

  /** One line, bounded in length, with what it came from where that says more: a refused port. */
  static String described(Throwable problem) {
    String line = String.valueOf(problem);
    Throwable first = first(problem);
    String why = first.getMessage();
    if (why != null && !line.contains(why)) {
      line += ": " + why;
    }
    return PrintableText.of(line.replaceAll("\\s+", " "), MAX_DESCRIBED_CHARS);
  }

  private static Throwable first(Throwable problem) {
    Throwable first = problem;
    for (int i = 0; i < MAX_CAUSES && first.getCause() != null; i++) {
      first = first.getCause();
    }
    return first;
  }
}
