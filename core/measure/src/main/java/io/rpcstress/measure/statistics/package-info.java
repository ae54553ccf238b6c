/**
 * Intervals and trends over repeated runs. Pure functions of numbers and a seed: no point, table or
 * file enters.
 */
@NullMarked
package io.rpcstress.measure.statistics;

import org.jspecify.annotations.NullMarked;
