/**
 * Host B's server of RSocket: the library's own server, behind a limit of connections. Nothing of
 * the client enters here.
 */
@NullMarked
package io.rpcstress.server.rsocket;

import org.jspecify.annotations.NullMarked;
