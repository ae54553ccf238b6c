/**
 * What an operation takes where nothing is communicated: answered in the calling process. The
 * driver API and the contract are all that enters; no socket.
 */
@NullMarked
package io.rpcstress.driver.inprocess;

import org.jspecify.annotations.NullMarked;
