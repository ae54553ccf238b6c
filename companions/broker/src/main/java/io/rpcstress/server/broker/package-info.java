/**
 * Host B's program for the broker between client and server: starts it with a private folder,
 * configuration and user, sees that it ends with this process, and reports its usage. Knows no
 * operation, and neither queues nor clients.
 */
@NullMarked
package io.rpcstress.server.broker;

import org.jspecify.annotations.NullMarked;
