/** What the RSocket driver promises. */
@NullMarked
package io.rpcstress.driver.rsocket;

import org.jspecify.annotations.NullMarked;
