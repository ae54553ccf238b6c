/** What this driver promises. */
@NullMarked
package io.rpcstress.driver.openfeign;

import org.jspecify.annotations.NullMarked;
