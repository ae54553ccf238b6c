package io.rpcstress.contract;

/** A service's reply to an order, when its step is done. */
public record Confirmation(long order, boolean success) {

  /** That of an order whose step is done. */
  public static Confirmation of(long order) {
    return new Confirmation(order, true);
  }
}
