/** Addresses with ports, as options and messages of servers spell them. */
@NullMarked
package io.rpcstress.server.base.address;

import org.jspecify.annotations.NullMarked;
