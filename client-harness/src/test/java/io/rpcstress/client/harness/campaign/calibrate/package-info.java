/** What a calibration plans, and what it makes of what it is told. */
@NullMarked
package io.rpcstress.client.harness.campaign.calibrate;

import org.jspecify.annotations.NullMarked;
