/** Tests of the figures, and the made-up sweeps that they and the report's tests are drawn from. */
@NullMarked
package io.rpcstress.analysis.figure;

import org.jspecify.annotations.NullMarked;
