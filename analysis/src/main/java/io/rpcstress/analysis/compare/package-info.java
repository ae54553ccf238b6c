/** Two sweeps, point by point: what got better or worse beyond noise. */
@NullMarked
package io.rpcstress.analysis.compare;

import org.jspecify.annotations.NullMarked;
