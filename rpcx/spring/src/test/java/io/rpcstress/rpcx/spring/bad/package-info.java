/** An interface that cannot be called. */
package io.rpcstress.rpcx.spring.bad;
