/**
 * What both hosts agree on: the operations, and how a server is set up and where such a one
 * listens. No transport, no measuring.
 */
@NullMarked
package io.rpcstress.contract;

import org.jspecify.annotations.NullMarked;
