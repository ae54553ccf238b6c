/**
 * Messages on a socket in three interface definition languages: what a connection carries in each,
 * and how it is read within bounds and written. Only what {@code server-socket} and {@code
 * driver-socket} share; no socket, no thread, no time.
 */
@NullMarked
package io.rpcstress.contract.socket;

import org.jspecify.annotations.NullMarked;
