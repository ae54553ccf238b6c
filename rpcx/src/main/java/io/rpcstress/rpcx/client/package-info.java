/**
 * Internal: the calling side. Proxy, then remote method (bytes), then connection (pool of futures,
 * coalesced writes), then handler (replies). Everything of a connection that is not said to be
 * thread-safe belongs to its event loop.
 */
@NullMarked
package io.rpcstress.rpcx.client;

import org.jspecify.annotations.NullMarked;
