@NullMarked
package io.rpcstress.client.harness.campaign.crosscheck;

import org.jspecify.annotations.NullMarked;
