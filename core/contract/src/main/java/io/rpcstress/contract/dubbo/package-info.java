/**
 * What Dubbo's messages carry, on both hosts alike: the interface that is called, and which bytes
 * its Hessian may see. Only what {@code server-dubbo} and {@code driver-dubbo} share; no socket, no
 * thread, no time.
 */
@NullMarked
package io.rpcstress.contract.dubbo;

import org.jspecify.annotations.NullMarked;
