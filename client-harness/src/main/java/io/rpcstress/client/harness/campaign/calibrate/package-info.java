/**
 * What the harness itself costs, and what a pair of hosts can carry at most: which processes are
 * run, in which order and for how long, and what their runs say together. Knows no option and no
 * table.
 */
@NullMarked
package io.rpcstress.client.harness.campaign.calibrate;

import org.jspecify.annotations.NullMarked;
