/** What this package promises. */
@NullMarked
package io.rpcstress.driver.tcp;

import org.jspecify.annotations.NullMarked;
