/**
 * What SOFABolt's messages carry, on both hosts alike: two classes by a closed table, in place of
 * its Hessian. Only what {@code server-bolt} and {@code driver-bolt} share; no socket, no thread,
 * no time.
 */
@NullMarked
package io.rpcstress.contract.bolt;

import org.jspecify.annotations.NullMarked;
