package io.rpcstress.analysis.model;

import org.jspecify.annotations.Nullable;

/**
 * What the rows of a point have together, over all processes that measured it: of a counted loop
 * the orders after 0, of a timed one all windows. Flags leave none out: what is counted stays
 * counted. Rows of another limit for late answers are another one's. Immutable.
 *
 * @param series technology, variant and dimensions
 * @param threads calling threads
 * @param load what was asked for beside them, for a person
 * @param timeMs the rows' times, ms
 * @param callsOk right answers
 * @param callsLate those of them that came too late to be accepted; null where no limit was set
 * @param lateAfterMs that limit, ms; null likewise
 * @param clientEnergyMj energy of the client's host beyond its idle one, mJ; null where a row does
 *     not know it
 * @param serverEnergyMj of the server's host, likewise
 */
public record PointTotals(
    Series series,
    int threads,
    String load,
    double timeMs,
    long callsOk,
    @Nullable Long callsLate,
    @Nullable Long lateAfterMs,
    @Nullable Double clientEnergyMj,
    @Nullable Double serverEnergyMj) {}
