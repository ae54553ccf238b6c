/**
 * Host B's program for tcp: each operation framed as barely as can be on bare sockets, the floor
 * that everything is compared with. No framework enters here: the JDK only.
 */
@NullMarked
package io.rpcstress.server.tcp;

import org.jspecify.annotations.NullMarked;
