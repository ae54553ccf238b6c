/** The jar as its users run it: real processes, real servers. */
@NullMarked
package io.rpcstress.client.harness;

import org.jspecify.annotations.NullMarked;
