package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;

/**
 * What one of several client processes had of a run; the run itself is what they had together.
 * Immutable.
 *
 * @param point with its repetition
 * @param callsPerSecond good calls a second over the client's own time, three decimals
 */
public record ClientRun(Point point, int client, int order, double callsPerSecond) {}
