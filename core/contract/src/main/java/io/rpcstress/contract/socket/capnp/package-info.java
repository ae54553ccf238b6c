/**
 * The structs of {@code socket.capnp} on Cap'n Proto's own runtime, as its generator would have
 * them, but written by hand: no generator for Java is packaged. Nothing else of this project.
 */
@NullMarked
package io.rpcstress.contract.socket.capnp;

import org.jspecify.annotations.NullMarked;
