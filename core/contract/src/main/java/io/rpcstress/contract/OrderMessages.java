package io.rpcstress.contract;

import java.util.Map;

/**
 * place-order as messages, without a conductor: a client publishes an order to the exchange of
 * {@link OrderStep#PLACE}; each service consumes from the exchange of its steps, and publishes the
 * order as it came to that of the next one; the service of the last step publishes a confirmation
 * to {@link #CONFIRMATIONS}. All exchanges are of the type {@link #FANOUT} and end with the broker.
 *
 * <p>An order's message has a {@code correlation-id}, which all that follow from it have, too. What
 * stands in the place of a confirmation is of the type {@link GreetQueue#REFUSED}; its body says
 * why the order was not done.
 */
public final class OrderMessages {

  /** Where orders are confirmed; every client has a queue of its own there. */
  public static final String CONFIRMATIONS = "confirmations";

  /** The type of all exchanges: each queue that is bound gets every message. */
  public static final String FANOUT = "fanout";

  /** The most messages of a queue; beyond them the broker drops the oldest. */
  public static final int MAX_QUEUED = 4096;

  /** The most bytes of the bodies in a queue; beyond them the broker drops the oldest. */
  public static final int MAX_QUEUED_BYTES = 64 << 20;

  /** What a queue of orders or confirmations is declared with. Unmodifiable. */
  public static final Map<String, Object> QUEUE_LIMITS =
      Map.of("x-max-length", MAX_QUEUED, "x-max-length-bytes", MAX_QUEUED_BYTES);

  private OrderMessages() {}
}
