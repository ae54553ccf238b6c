/** What is promised about the MML server. */
@NullMarked
package io.rpcstress.server.mml;

import org.jspecify.annotations.NullMarked;
