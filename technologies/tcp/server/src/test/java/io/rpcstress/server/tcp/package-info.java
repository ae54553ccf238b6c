/** What the tcp server promises. */
@NullMarked
package io.rpcstress.server.tcp;

import org.jspecify.annotations.NullMarked;
