/** What this package promises. */
@NullMarked
package io.rpcstress.client.harness.command;

import org.jspecify.annotations.NullMarked;
