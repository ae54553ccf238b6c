/** What the redis driver promises, over real sockets. */
@NullMarked
package io.rpcstress.driver.redis;

import org.jspecify.annotations.NullMarked;
