/** What the redis server promises. */
@NullMarked
package io.rpcstress.server.redis;

import org.jspecify.annotations.NullMarked;
