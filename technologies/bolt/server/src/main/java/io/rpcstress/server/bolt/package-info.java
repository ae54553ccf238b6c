/**
 * Host B's server of SOFABolt: the library's own server, behind a limit of connections. Nothing of
 * the client enters here.
 */
@NullMarked
package io.rpcstress.server.bolt;

import org.jspecify.annotations.NullMarked;
