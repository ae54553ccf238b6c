/**
 * The JSON files that pass between programs, each with its writer and its reader: {@code
 * sweep.json} with the calibration in it, {@code hosts.json} where there is no sweep, {@code
 * search-*.json}, {@code coldstart.json}. A key that two programs know stands here and nowhere
 * else. Readers are lenient: a key that an earlier version did not write is unknown, one that is
 * not known is passed over.
 */
@NullMarked
package io.rpcstress.measure.record;

import org.jspecify.annotations.NullMarked;
