/** Tests of what limits a point. */
@NullMarked
package io.rpcstress.analysis.explain;

import org.jspecify.annotations.NullMarked;
