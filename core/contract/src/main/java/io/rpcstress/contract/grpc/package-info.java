/** What gRPC's calls carry that no generated class describes, on both hosts alike. */
@NullMarked
package io.rpcstress.contract.grpc;

import org.jspecify.annotations.NullMarked;
