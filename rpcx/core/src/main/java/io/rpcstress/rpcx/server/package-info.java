/**
 * Internal: the serving side. Method table (built once), connection (frames, replies, limits),
 * calls off the event loop, life cycle.
 */
@NullMarked
package io.rpcstress.rpcx.server;

import org.jspecify.annotations.NullMarked;
