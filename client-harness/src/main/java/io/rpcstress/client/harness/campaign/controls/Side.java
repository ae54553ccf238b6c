package io.rpcstress.client.harness.campaign.controls;

/**
 * One side of a comparison.
 *
 * @param rig measures it
 * @param trial which repetition does not matter
 */
record Side(Rig rig, Trial trial) {}
