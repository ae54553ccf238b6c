package io.rpcstress.client.harness.campaign.sweep;

/**
 * What has become of all repetitions of one cell.
 *
 * @param done repetitions with a result
 * @param failed repetitions that were tried and have none
 * @param open repetitions that are still to be measured
 * @param hasFailed whether the cell has failed, by which its technology's row may end: once more
 *     than half of the repetitions have by which that is judged. A single failure among several is
 *     an accident of its process; a cell of one repetition fails with it, as in the paper.
 */
record CellState(int done, int failed, int open, boolean hasFailed) {}
