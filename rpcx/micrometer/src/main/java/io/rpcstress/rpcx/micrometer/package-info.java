/**
 * Counts and times RPCX calls with Micrometer: an interceptor for either side, and what a client
 * and a service centre hold. Knows the public package of RPCX and Micrometer alone.
 */
@NullMarked
package io.rpcstress.rpcx.micrometer;

import org.jspecify.annotations.NullMarked;
