/** What this room promises. */
@NullMarked
package io.rpcstress.client.harness.driver.tcp;

import org.jspecify.annotations.NullMarked;
