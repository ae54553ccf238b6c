/** What the SOFABolt server promises. */
@NullMarked
package io.rpcstress.server.bolt;

import org.jspecify.annotations.NullMarked;
