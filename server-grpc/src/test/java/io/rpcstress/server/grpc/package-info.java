/** What the grpc server promises. */
@NullMarked
package io.rpcstress.server.grpc;

import org.jspecify.annotations.NullMarked;
