/**
 * A sweep as one file that others can find and cite: its archive, with an RO-Crate that describes
 * it.
 */
@NullMarked
package io.rpcstress.analysis.publish;

import org.jspecify.annotations.NullMarked;
