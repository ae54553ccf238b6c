/** Tests of what servers share that answer on connections of Netty's. */
@NullMarked
package io.rpcstress.server.base.netty;

import org.jspecify.annotations.NullMarked;
