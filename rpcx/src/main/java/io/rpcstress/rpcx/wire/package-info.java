/**
 * Internal: frames and envelopes, the bytes of docs/wire.md. Knows neither services nor values nor
 * which side it runs on.
 */
@NullMarked
package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.NullMarked;
