/**
 * Internal: certificates, keys, and what is trusted; read again where that is asked for. Knows
 * nothing of calls and connections.
 */
@NullMarked
package io.rpcstress.rpcx.tls;

import org.jspecify.annotations.NullMarked;
