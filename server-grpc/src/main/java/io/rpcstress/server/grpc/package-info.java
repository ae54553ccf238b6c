/** Host B's program for grpc: a main and a service for each operation, nothing else. */
@NullMarked
package io.rpcstress.server.grpc;

import org.jspecify.annotations.NullMarked;
