/**
 * Host B's program for tcp: newline-framed greet on bare sockets, the floor that everything is
 * compared with. No framework enters here: the JDK only.
 */
@NullMarked
package io.rpcstress.server.tcp;

import org.jspecify.annotations.NullMarked;
