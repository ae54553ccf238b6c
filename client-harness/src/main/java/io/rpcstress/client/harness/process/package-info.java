/**
 * This program as further processes: starting one for a point, or several that call at once,
 * waiting without a sound, ending them when their time is over, decoding and adding up what they
 * reported once they have ended, and keeping that. Knows what a point is; knows no campaign, no
 * option and no table.
 */
@NullMarked
package io.rpcstress.client.harness.process;

import org.jspecify.annotations.NullMarked;
