/** What this room promises. */
@NullMarked
package io.rpcstress.client.harness.command;

import org.jspecify.annotations.NullMarked;
