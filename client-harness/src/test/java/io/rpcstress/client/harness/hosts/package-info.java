/** Tests of the rules and the probe; facts are planted, sockets are real. */
@NullMarked
package io.rpcstress.client.harness.hosts;

import org.jspecify.annotations.NullMarked;
