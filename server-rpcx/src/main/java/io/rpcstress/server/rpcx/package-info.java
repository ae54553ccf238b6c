/** Host B's program for rpcx: a main and a service for each operation, nothing else. */
@NullMarked
package io.rpcstress.server.rpcx;

import org.jspecify.annotations.NullMarked;
