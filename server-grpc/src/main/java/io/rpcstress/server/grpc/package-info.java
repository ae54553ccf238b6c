/** Host B's program for grpc: a main and a service, nothing else. */
@NullMarked
package io.rpcstress.server.grpc;

import org.jspecify.annotations.NullMarked;
