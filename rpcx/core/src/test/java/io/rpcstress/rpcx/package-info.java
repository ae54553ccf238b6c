/** Tests of RPCX through its public API and through raw sockets. */
package io.rpcstress.rpcx;
