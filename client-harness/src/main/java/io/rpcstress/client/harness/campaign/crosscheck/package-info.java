/** The same server under a load generator of other hands, beside the harness, round by round. */
@NullMarked
package io.rpcstress.client.harness.campaign.crosscheck;

import org.jspecify.annotations.NullMarked;
