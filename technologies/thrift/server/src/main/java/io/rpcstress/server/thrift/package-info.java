/**
 * Host B's server of Apache Thrift: Thrift's own servers, each behind transports that bound what a
 * peer can cost. Nothing of the client enters here.
 */
@NullMarked
package io.rpcstress.server.thrift;

import org.jspecify.annotations.NullMarked;
