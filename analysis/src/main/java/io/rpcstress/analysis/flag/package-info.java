/**
 * What makes a number doubtful, found in the numbers themselves: trends and outliers of runs. Pure
 * functions of the model; no file, table or database enters. A flag marks a number, it deletes
 * none.
 */
@NullMarked
package io.rpcstress.analysis.flag;

import org.jspecify.annotations.NullMarked;
