/** Tests of the agents of client hosts. */
@NullMarked
package io.rpcstress.client.harness.agent;

import org.jspecify.annotations.NullMarked;
