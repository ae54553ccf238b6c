/**
 * What a technology must offer to be measured. It implements {@link io.rpcstress.driver.Driver} in
 * a module or a jar of its own and names its class in {@code META-INF/services}. Nothing here may
 * know a technology, a load shape, a file or a command; the contract and the JDK are all it uses.
 */
@NullMarked
package io.rpcstress.driver;

import org.jspecify.annotations.NullMarked;
