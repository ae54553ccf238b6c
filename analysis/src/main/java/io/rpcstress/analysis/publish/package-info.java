/** A sweep as one file that others can read: its archive. */
@NullMarked
package io.rpcstress.analysis.publish;

import org.jspecify.annotations.NullMarked;
