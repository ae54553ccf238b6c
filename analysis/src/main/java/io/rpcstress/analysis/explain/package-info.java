/**
 * Why a point is as fast as it is: what share of each resource it used, which of them limits it,
 * whether its figures can be true together, and how far below the floor it stays. Pure functions of
 * the model; no file, table or database enters.
 */
@NullMarked
package io.rpcstress.analysis.explain;

import org.jspecify.annotations.NullMarked;
