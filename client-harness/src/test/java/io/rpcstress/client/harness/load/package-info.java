/** What this room promises. */
@NullMarked
package io.rpcstress.client.harness.load;

import org.jspecify.annotations.NullMarked;
