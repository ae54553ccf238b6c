/** What this room promises. */
@NullMarked
package io.rpcstress.client.harness.campaign.sweep;

import org.jspecify.annotations.NullMarked;
