/** Internal: finds annotated classes on the class path, once, at start-up. */
@NullMarked
package io.rpcstress.rpcx.scan;

import org.jspecify.annotations.NullMarked;
