/**
 * What servers share that answer on connections of Netty's: how one is accepted, what its peer may
 * make it wait, and how it ends. No protocol; a module that uses it brings Netty.
 */
@NullMarked
package io.rpcstress.server.base.netty;

import org.jspecify.annotations.NullMarked;
