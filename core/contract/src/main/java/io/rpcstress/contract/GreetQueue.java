package io.rpcstress.contract;

/**
 * The greet operation as messages. A request's body is the name in UTF-8; its properties have
 * {@code correlation-id} and {@code reply-to}. The reply's body is the greeting, its correlation id
 * the request's; a name that is refused is answered by a reply of type {@link #REFUSED}, whose body
 * says why. The server consumes from each of these queues, each set up in another way.
 */
public enum GreetQueue {
  /** As in RabbitMQ's tutorial of remote procedure calls: one message at a time, acknowledged. */
  ACKNOWLEDGED("rpc_queue"),
  /** Several consumers that get messages as they come; what is delivered counts as done. */
  UNACKNOWLEDGED("rpc_queue.no-ack");

  /** The type of a reply that says why a request was refused. */
  public static final String REFUSED = "refused";

  private final String label;

  GreetQueue(String label) {
    this.label = label;
  }

  /** The queue's name, by which the default exchange finds it. */
  public String label() {
    return label;
  }
}
