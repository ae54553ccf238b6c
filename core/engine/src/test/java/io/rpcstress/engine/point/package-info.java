/** What is settled before a point's first call. */
@NullMarked
package io.rpcstress.engine.point;

import org.jspecify.annotations.NullMarked;
