/**
 * One point in one process: order 0 to the last, with what each run cost on both hosts. Writes no
 * file and prints nothing: it calls a listener.
 */
@NullMarked
package io.rpcstress.engine.point;

import org.jspecify.annotations.NullMarked;
