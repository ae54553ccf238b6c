/**
 * Internal: the closed set of values that travel, their aliases and their bytes, by protobuf-java's
 * streams, with what an application adds to it at start-up; and their Protobuf schema. Codecs are
 * chosen from declared types; a name that came from a peer is compared, and chooses nothing.
 */
@NullMarked
package io.rpcstress.rpcx.value;

import org.jspecify.annotations.NullMarked;
