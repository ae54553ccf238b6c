/** Host B's program for openfeign: a main and a service, nothing else. */
@NullMarked
package io.rpcstress.server.openfeign;

import org.jspecify.annotations.NullMarked;
