package io.rpcstress.client.harness.campaign.crosscheck;

/**
 * What one side gave in one round.
 *
 * @param p50Us median time of a call, us; NaN where it is not known
 * @param p99Us the time that 99 % of the calls stayed within, us; NaN where it is not known
 */
public record Reading(double callsPerSecond, double p50Us, double p99Us, long failed) {}
