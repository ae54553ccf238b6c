/**
 * Host B's server of Dubbo: the library's own server, behind a handler that bounds what a peer can
 * cost. Nothing of the client enters here.
 */
@NullMarked
package io.rpcstress.server.dubbo;

import org.jspecify.annotations.NullMarked;
