/** Host B's program for tcp: a main and a service, nothing else. */
@NullMarked
package io.rpcstress.server.tcp;

import org.jspecify.annotations.NullMarked;
