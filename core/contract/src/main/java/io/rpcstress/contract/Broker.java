package io.rpcstress.contract;

/**
 * The broker between client and server, for technologies whose calls are messages: what its
 * component is called, and where it is. It listens where the technology is called, so its counters
 * are further above that port than those of the server, which has no port for calls of its own.
 */
public final class Broker {

  /** RabbitMQ's component, and what its usage text says. */
  public static final String RABBITMQ = "rabbitmq";

  /** The same of a NATS server. */
  public static final String NATS = "nats-server";

  /**
   * The default offset of a broker's usage port above its port: above that of its consumers, and
   * apart from the ports of servers in another {@link Tls mode}.
   */
  public static final int USAGE_PORT_OFFSET = 1_500;

  /** The longest message that any operation needs, bytes; the broker refuses longer ones. */
  public static final int MAX_MESSAGE_BYTES = 1 << 20;

  /**
   * What a client of RabbitMQ's library is set to, bytes: that ends its connection, with the calls
   * of everybody on it, at a message that is as long as its setting.
   */
  public static final int CLIENT_LIMIT_BYTES = MAX_MESSAGE_BYTES + 1;

  private Broker() {}
}
