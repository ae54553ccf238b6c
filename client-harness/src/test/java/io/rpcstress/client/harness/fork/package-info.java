/** What this package promises. */
@NullMarked
package io.rpcstress.client.harness.fork;

import org.jspecify.annotations.NullMarked;
