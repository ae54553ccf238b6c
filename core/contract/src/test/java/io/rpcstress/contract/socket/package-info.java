/** What is promised about the messages on sockets. */
@NullMarked
package io.rpcstress.contract.socket;

import org.jspecify.annotations.NullMarked;
