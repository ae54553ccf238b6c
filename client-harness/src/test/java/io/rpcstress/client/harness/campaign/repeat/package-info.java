/** Tests of {@link io.rpcstress.client.harness.repeat}. */
@NullMarked
package io.rpcstress.client.harness.campaign.repeat;

import org.jspecify.annotations.NullMarked;
