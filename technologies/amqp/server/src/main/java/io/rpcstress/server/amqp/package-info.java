/**
 * Host B's server of AMQP 0-9-1, by RabbitMQ's Java client: consumes requests from the broker's
 * queues and publishes the answers. Nothing listens here; clients know the broker alone.
 */
@NullMarked
package io.rpcstress.server.amqp;

import org.jspecify.annotations.NullMarked;
