package io.rpcstress.server.base.services;

import io.rpcstress.contract.OrderStep;
import java.util.concurrent.CompletionException;

/** Why an order was not confirmed, for whoever asked; the message is one line. */
public final class OrderFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** What it means to whoever asked. */
  public enum Kind {
    /** It may not be asked here: asking again would bring the same. */
    REFUSED,
    /** Too many orders are under way; later there may be room. */
    OVERLOADED,
    /** A service behind this one did not do its part. */
    PEER_FAILED
  }

  private final Kind kind;

  OrderFailure(Kind kind, String message) {
    super(message, null, false, false); // nobody reads where it was found
    this.kind = kind;
  }

  /** What is said of an order that could not be passed on: one line that names the service. */
  public static String unreachable(OrderStep step, String why) {
    return "the " + step.role().label() + " service: " + why;
  }

  /** What it means. */
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

  /** One line, bounded in length. */
  static String described(Throwable cause) {
    String line = String.valueOf(cause).replaceAll("\\s+", " ");
    int max = 200;
    return line.length() <= max ? line : line.substring(0, max) + "...";
  }
}
