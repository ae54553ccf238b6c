/** Tests of the rules and the probe; facts are made up, sockets are real. */
@NullMarked
package io.rpcstress.client.harness.host;

import org.jspecify.annotations.NullMarked;
