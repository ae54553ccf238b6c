/** Tests of the scalability fit. */
@NullMarked
package io.rpcstress.analysis.scaling;

import org.jspecify.annotations.NullMarked;
