/**
 * Internal: certificates, keys, and what is trusted, read again where that is requested; and what a
 * peer may cost by handshakes and records. Knows nothing of calls and frames.
 */
@NullMarked
package io.rpcstress.rpcx.tls;

import org.jspecify.annotations.NullMarked;
