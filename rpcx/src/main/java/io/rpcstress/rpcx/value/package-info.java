/**
 * Internal: the closed set of values that travel, their aliases and their bytes, by protobuf-java's
 * streams. Codecs are chosen from declared types at start-up; nothing here ever looks at a name
 * that came from a peer.
 */
@NullMarked
package io.rpcstress.rpcx.value;

import org.jspecify.annotations.NullMarked;
