/**
 * gRPC: unary calls with a blocking stub, as in its official example, or a future stub where calls
 * are started; and calls on bidirectional streams. Nothing but gRPC and its messages enters here.
 */
@NullMarked
package io.rpcstress.driver.grpc;

import org.jspecify.annotations.NullMarked;
