/** What the RSocket server promises. */
@NullMarked
package io.rpcstress.server.rsocket;

import org.jspecify.annotations.NullMarked;
