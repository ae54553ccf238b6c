/** What the openfeign server promises. */
@NullMarked
package io.rpcstress.server.openfeign;

import org.jspecify.annotations.NullMarked;
