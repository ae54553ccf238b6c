/** What the AMQP server promises. */
@NullMarked
package io.rpcstress.server.amqp;

import org.jspecify.annotations.NullMarked;
