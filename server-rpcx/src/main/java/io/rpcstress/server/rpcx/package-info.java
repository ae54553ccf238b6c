/** Host B's program for rpcx: a main and a service, nothing else. */
@NullMarked
package io.rpcstress.server.rpcx;

import org.jspecify.annotations.NullMarked;
