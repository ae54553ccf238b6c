/** Tests of {@link io.rpcstress.server.proxy}; JUnit, AssertJ and the real programs enter. */
@NullMarked
package io.rpcstress.server.proxy;

import org.jspecify.annotations.NullMarked;
