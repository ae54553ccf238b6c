/** Tests of the package of the same name. */
package io.rpcstress.rpcx.value;
