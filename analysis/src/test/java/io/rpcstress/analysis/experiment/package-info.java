/** Tests of the published experiments' sections. */
@NullMarked
package io.rpcstress.analysis.experiment;

import org.jspecify.annotations.NullMarked;
