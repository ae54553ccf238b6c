package io.rpcstress.server.amqp;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;

/** One thing that this server does with a broker's queues. Thread-safe. */
interface Role {

  /**
   * Declares its queues on a new connection, and consumes from them. Each answer is counted before
   * it is published.
   */
  Consumers consume(Connection connection) throws IOException;

  /**
   * Waits until all is answered that was delivered, where an answer may come later than the
   * consumer returns; nothing more is delivered by then.
   */
  default boolean finish(Duration atMost) throws InterruptedException {
    return true;
  }

  /** Ends what it holds beyond a connection; nothing is answered any more. */
  default void close() {}
}
