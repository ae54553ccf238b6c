/** What the drivers of gRPC promise. */
@NullMarked
package io.rpcstress.driver.grpc;

import org.jspecify.annotations.NullMarked;
