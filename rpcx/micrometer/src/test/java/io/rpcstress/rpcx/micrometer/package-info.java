/** Tests of the meters, over real sockets. */
package io.rpcstress.rpcx.micrometer;
