/** gRPC, unary calls with a blocking stub, as in its official example. */
@NullMarked
package io.rpcstress.client.harness.driver.grpc;

import org.jspecify.annotations.NullMarked;
