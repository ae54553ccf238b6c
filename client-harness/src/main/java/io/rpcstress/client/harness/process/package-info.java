/**
 * This program as further processes: starting one for a point, waiting without a sound, ending it
 * when its time is over, decoding what it reported once it has ended, and keeping that. Knows what
 * a point is; knows no campaign, no option and no table.
 */
@NullMarked
package io.rpcstress.client.harness.process;

import org.jspecify.annotations.NullMarked;
