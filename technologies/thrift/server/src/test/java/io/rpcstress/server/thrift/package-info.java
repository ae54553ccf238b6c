/** What the Thrift server promises. */
@NullMarked
package io.rpcstress.server.thrift;

import org.jspecify.annotations.NullMarked;
