/** No technology at all: a call inside the process, which shows what the harness itself costs. */
@NullMarked
package io.rpcstress.engine.none;

import org.jspecify.annotations.NullMarked;
