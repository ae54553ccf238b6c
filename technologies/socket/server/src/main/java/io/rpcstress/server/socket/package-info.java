/**
 * Delimited messages on blocking sockets, a thread for each connection. What the messages are is
 * the contract's; here are connections, their limits and their end.
 */
@NullMarked
package io.rpcstress.server.socket;

import org.jspecify.annotations.NullMarked;
