/**
 * Host B's program for what lies between client and server: starts HAProxy, nginx or Envoy with a
 * private folder and configuration, sees that it ends with this process, and reports its usage and
 * what it counted. Knows how a proxy has to carry calls, and no technology.
 */
@NullMarked
package io.rpcstress.server.proxy;

import org.jspecify.annotations.NullMarked;
