/**
 * Delimited messages on sockets, as technologies that are measured. What the messages are is the
 * contract's; here are connections, deadlines and the matching of answers to calls.
 */
@NullMarked
package io.rpcstress.driver.socket;

import org.jspecify.annotations.NullMarked;
