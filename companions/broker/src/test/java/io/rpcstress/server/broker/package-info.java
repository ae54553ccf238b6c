/** What the broker's program promises. */
@NullMarked
package io.rpcstress.server.broker;

import org.jspecify.annotations.NullMarked;
