/** Tests of the starter. */
package io.rpcstress.rpcx.spring;
