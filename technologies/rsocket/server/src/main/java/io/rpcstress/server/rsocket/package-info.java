/**
 * Host B's server of RSocket: the library's own server, behind a handler that bounds what a peer
 * can cost. Nothing of the client enters here.
 */
@NullMarked
package io.rpcstress.server.rsocket;

import org.jspecify.annotations.NullMarked;
