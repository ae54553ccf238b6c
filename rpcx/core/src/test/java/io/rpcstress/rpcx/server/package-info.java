/** Tests of what the serving side is made of. */
package io.rpcstress.rpcx.server;
