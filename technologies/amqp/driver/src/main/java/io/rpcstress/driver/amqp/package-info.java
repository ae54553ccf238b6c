/**
 * AMQP 0-9-1 as a technology that is measured, by RabbitMQ's Java client: requests and their
 * replies as messages, through a broker. May use the driver API, the contract and that client,
 * nothing else.
 */
@NullMarked
package io.rpcstress.driver.amqp;

import org.jspecify.annotations.NullMarked;
