/**
 * A point in a JVM of its own: starting it, waiting without a sound, ending it when its time is
 * over, and decoding what it reported once it has ended.
 */
@NullMarked
package io.rpcstress.client.harness.fork;

import org.jspecify.annotations.NullMarked;
