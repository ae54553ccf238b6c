/** The search for the highest rate that holds, against servers that are a formula. */
@NullMarked
package io.rpcstress.client.harness.campaign.search;

import org.jspecify.annotations.NullMarked;
