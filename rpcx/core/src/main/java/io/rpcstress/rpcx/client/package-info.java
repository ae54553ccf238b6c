/**
 * Internal: the calling side. Proxy, then remote method (bytes), then endpoint (the addresses of
 * one service, and the choice among their slots), then connection (pool of futures, queue of
 * requests), then handler (replies). A slot makes its connection again whenever it is lost; a
 * server watch asks a silent server for a sign of life; one deadline watch per client ends what has
 * expired.
 *
 * <p>Who takes a call out of a pool, or out of the calls that wait for a connection, owns its end.
 * Everything of a connection that is not documented as thread-safe belongs to its event loop. What
 * waits, here or in the kernel, may not enter: names are resolved on threads of their own.
 */
@NullMarked
package io.rpcstress.rpcx.client;

import org.jspecify.annotations.NullMarked;
