package io.rpcstress.server.amqp;

import com.rabbitmq.client.Connection;
import io.rpcstress.server.base.CallCounter;
import java.io.IOException;

/** One thing that this server does with a broker's queues. Stateless and thread-safe. */
interface Role {

  /**
   * Declares its queues on a new connection, and consumes from them.
   *
   * @param calls counts each answer before it is published
   */
  Consumers consume(Connection connection, CallCounter calls) throws IOException;
}
