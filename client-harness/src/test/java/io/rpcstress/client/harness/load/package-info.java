/** What this package promises. */
@NullMarked
package io.rpcstress.client.harness.load;

import org.jspecify.annotations.NullMarked;
