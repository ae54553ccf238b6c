/** What the Dubbo server promises. */
@NullMarked
package io.rpcstress.server.dubbo;

import org.jspecify.annotations.NullMarked;
