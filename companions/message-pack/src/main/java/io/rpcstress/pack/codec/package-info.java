/**
 * What decodes and encodes a message. Its classes are copied into every pack, with the libraries
 * that they use, and run there.
 */
@NullMarked
package io.rpcstress.pack.codec;

import org.jspecify.annotations.NullMarked;
