/**
 * Host B's program for mml: typed JSON in frames, as technologies/mml/README.md has it. Netty and
 * the contract enter here, and no other technology.
 */
@NullMarked
package io.rpcstress.server.mml;

import org.jspecify.annotations.NullMarked;
