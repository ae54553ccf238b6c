/**
 * A point in a JVM of its own, or in several that call at once: starting them, waiting without a
 * sound, ending them when their time is over, decoding what they reported once they have ended, and
 * adding it up.
 */
@NullMarked
package io.rpcstress.client.harness.fork;

import org.jspecify.annotations.NullMarked;
