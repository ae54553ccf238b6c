/** A command that lists, describes and calls what a server publishes, for debugging by hand. */
@NullMarked
package io.rpcstress.rpcx.cli;

import org.jspecify.annotations.NullMarked;
