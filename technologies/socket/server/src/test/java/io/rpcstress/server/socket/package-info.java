/** What the servers of messages on sockets promise. */
@NullMarked
package io.rpcstress.server.socket;

import org.jspecify.annotations.NullMarked;
