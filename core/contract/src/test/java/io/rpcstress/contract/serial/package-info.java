/** What is promised about the messages on sockets. */
@NullMarked
package io.rpcstress.contract.serial;

import org.jspecify.annotations.NullMarked;
