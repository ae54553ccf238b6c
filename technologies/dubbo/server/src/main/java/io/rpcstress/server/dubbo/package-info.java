/**
 * Host B's server of Dubbo: the library's own server, with its limits. Nothing of the client enters
 * here.
 */
@NullMarked
package io.rpcstress.server.dubbo;

import org.jspecify.annotations.NullMarked;
