/**
 * A point in a JVM of its own: starting it, hearing what it tells line by line, ending it when its
 * time is over.
 */
@NullMarked
package io.rpcstress.client.harness.fork;

import org.jspecify.annotations.NullMarked;
