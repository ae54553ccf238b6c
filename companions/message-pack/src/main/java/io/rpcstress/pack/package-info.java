/**
 * Makes a message pack from samples or a .proto: finds the message's shape, generates and compiles
 * its code for each encoding, and writes the jar that {@code MessagePack} opens.
 */
@NullMarked
package io.rpcstress.pack;

import org.jspecify.annotations.NullMarked;
