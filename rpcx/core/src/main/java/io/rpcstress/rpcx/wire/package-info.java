/**
 * Internal: frames, and the messages of rpcx.proto in and out of them, as docs/wire.md says. The
 * messages and their bytes are protobuf-java's; what is our own is where a frame begins and how
 * much a peer may send; where both sides want it, bytes are compressed by the JDK. Knows neither
 * services nor values nor which side it runs on.
 */
@NullMarked
package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.NullMarked;
