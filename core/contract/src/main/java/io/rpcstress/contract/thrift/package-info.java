/**
 * How Thrift's messages are bounded, on both hosts alike. Beside it lies {@code generated}, what
 * Thrift's compiler makes of {@code calls.thrift}. Only what {@code server-thrift} and {@code
 * driver-thrift} share; no socket, no thread, no time.
 */
@NullMarked
package io.rpcstress.contract.thrift;

import org.jspecify.annotations.NullMarked;
