/** What this driver promises. */
@NullMarked
package io.rpcstress.client.harness.driver.openfeign;

import org.jspecify.annotations.NullMarked;
