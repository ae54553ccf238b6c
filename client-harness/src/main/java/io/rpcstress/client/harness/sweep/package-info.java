/**
 * A sweep: which points there are, which comes next, what a failure ends, and {@code sweep.json}.
 * Decides from files alone, so that a sweep that was killed goes on. Measures nothing.
 */
@NullMarked
package io.rpcstress.client.harness.sweep;

import org.jspecify.annotations.NullMarked;
