/** RPCX, the paper's framework: a client interface called like a local object. */
@NullMarked
package io.rpcstress.driver.rpcx;

import org.jspecify.annotations.NullMarked;
