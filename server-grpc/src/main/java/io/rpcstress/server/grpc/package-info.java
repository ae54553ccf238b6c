/** Host B's program for gRPC, unary and by streams: a main and two services for each operation. */
@NullMarked
package io.rpcstress.server.grpc;

import org.jspecify.annotations.NullMarked;
