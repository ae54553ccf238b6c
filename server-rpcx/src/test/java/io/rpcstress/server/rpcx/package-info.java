/** What the rpcx server promises. */
@NullMarked
package io.rpcstress.server.rpcx;

import org.jspecify.annotations.NullMarked;
