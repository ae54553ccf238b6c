/** What this package promises. */
@NullMarked
package io.rpcstress.client.harness.sweep;

import org.jspecify.annotations.NullMarked;
