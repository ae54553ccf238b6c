/**
 * gRPC, unary calls: with a blocking stub, as in its official example; with a future stub where an
 * open loop starts calls.
 */
@NullMarked
package io.rpcstress.driver.grpc;

import org.jspecify.annotations.NullMarked;
