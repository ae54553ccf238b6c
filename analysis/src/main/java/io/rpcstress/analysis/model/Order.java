package io.rpcstress.analysis.model;

/**
 * One run of a point: a row of the paper's original model.
 *
 * @param order 0 for the first run in a fresh process
 * @param timeTotal ms, three decimals
 * @param tps Eq. 3, three decimals
 * @param callsPerSecond good calls a second, three decimals
 */
public record Order(int order, double timeTotal, double tps, double callsPerSecond) {}
