/** Tests of {@link io.rpcstress.client.harness.controls}: each control with a broken harness. */
@NullMarked
package io.rpcstress.client.harness.campaign.controls;

import org.jspecify.annotations.NullMarked;
