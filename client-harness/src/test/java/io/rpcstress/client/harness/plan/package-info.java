/** Which points an experiment has, in which order, and where their servers are. */
@NullMarked
package io.rpcstress.client.harness.plan;

import org.jspecify.annotations.NullMarked;
