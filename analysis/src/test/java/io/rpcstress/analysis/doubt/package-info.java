/** Tests of what makes runs doubtful. */
@NullMarked
package io.rpcstress.analysis.doubt;

import org.jspecify.annotations.NullMarked;
