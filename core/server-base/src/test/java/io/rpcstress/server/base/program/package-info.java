/** Tests of what looks after another's program. */
@NullMarked
package io.rpcstress.server.base.program;

import org.jspecify.annotations.NullMarked;
