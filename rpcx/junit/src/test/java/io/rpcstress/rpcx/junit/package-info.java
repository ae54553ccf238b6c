/** Tests of the JUnit extension, which use it. */
package io.rpcstress.rpcx.junit;
