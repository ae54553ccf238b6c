/** Tests of what makes runs doubtful. */
@NullMarked
package io.rpcstress.analysis.flag;

import org.jspecify.annotations.NullMarked;
