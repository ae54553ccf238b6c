/**
 * What makes a number doubtful, found in the numbers themselves: trends and outliers of runs. Pure
 * functions of the model; no file, table or database enters. A doubt marks, it never deletes.
 */
@NullMarked
package io.rpcstress.analysis.doubt;

import org.jspecify.annotations.NullMarked;
