@NullMarked
package io.rpcstress.client.harness.campaign.coldstart;

import org.jspecify.annotations.NullMarked;
