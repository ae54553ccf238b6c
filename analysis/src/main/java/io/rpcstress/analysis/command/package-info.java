/**
 * The command line: one class a subcommand. Options are checked here; the work is done elsewhere.
 */
@NullMarked
package io.rpcstress.analysis.command;

import org.jspecify.annotations.NullMarked;
