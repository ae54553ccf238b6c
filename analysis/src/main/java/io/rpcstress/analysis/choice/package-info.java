/**
 * What was measured, as a reader chooses from it: "which one for me?". Rows are what the sweep
 * holds; nothing is fitted, interpolated or extrapolated here, and no verdict is made.
 */
@NullMarked
package io.rpcstress.analysis.choice;

import org.jspecify.annotations.NullMarked;
