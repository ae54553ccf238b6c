/**
 * A sweep: which point comes next, what a failure ends, the servers that each point needs, and
 * {@code sweep.json}. Decides from files alone, so that a sweep that was killed goes on. Knows no
 * option, and measures by a function that it is given.
 */
@NullMarked
package io.rpcstress.client.harness.campaign.sweep;

import org.jspecify.annotations.NullMarked;
