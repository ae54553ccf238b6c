/** What this package promises. */
@NullMarked
package io.rpcstress.client.harness.campaign.sweep;

import org.jspecify.annotations.NullMarked;
