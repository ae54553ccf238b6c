/** What the drivers of messages on sockets promise. */
@NullMarked
package io.rpcstress.driver.socket;

import org.jspecify.annotations.NullMarked;
