package io.rpcstress.driver.amqp;

import com.rabbitmq.client.Channel;
import java.io.IOException;

/**
 * Where requests go and where their replies come from. Stateless and safe for use by many threads.
 */
interface Route {

  /** The exchange that requests are published to; empty for the one that knows all queues. */
  String exchange();

  /** The routing key that they have. */
  String key();

  /**
   * What nobody consumes from where a request comes back, for a person: {@code queue rpc_queue}.
   */
  String destination();

  /**
   * Sees that what it needs is there.
   *
   * @return the queue where replies come in
   * @throws IOException where the broker has none
   */
  String replies(Channel channel) throws IOException;

  /** Whether a request says where its reply is to go; otherwise whoever replies knows. */
  boolean saysReplyTo();

  /**
   * What the ids of a conversation's requests begin with: nothing where nobody else gets its
   * replies.
   */
  String idPrefix();
}
