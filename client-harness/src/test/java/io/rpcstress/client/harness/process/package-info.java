/** What this package promises. */
@NullMarked
package io.rpcstress.client.harness.process;

import org.jspecify.annotations.NullMarked;
