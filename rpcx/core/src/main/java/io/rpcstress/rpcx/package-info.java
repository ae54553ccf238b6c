/**
 * RPCX, the RPC framework of the paper (Scientific Reports 2023): what an application writes and
 * calls. The packages below this one are internal and may change at any time. Knows nothing of
 * benchmarks.
 */
@NullMarked
package io.rpcstress.rpcx;

import org.jspecify.annotations.NullMarked;
