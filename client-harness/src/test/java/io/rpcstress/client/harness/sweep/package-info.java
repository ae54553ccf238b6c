/** What this room promises. */
@NullMarked
package io.rpcstress.client.harness.sweep;

import org.jspecify.annotations.NullMarked;
