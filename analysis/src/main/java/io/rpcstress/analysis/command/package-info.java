/**
 * The command line: a class for each subcommand, and one for all that are a single step. Options
 * are checked here; the work is done elsewhere.
 */
@NullMarked
package io.rpcstress.analysis.command;

import org.jspecify.annotations.NullMarked;
