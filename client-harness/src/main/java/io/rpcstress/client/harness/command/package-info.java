/**
 * The commands: options are read and checked here and become plans, and outcomes become exit codes.
 * Nothing but what the command line parser reads lives here, and no other package uses it: no
 * option reaches further in.
 */
@NullMarked
package io.rpcstress.client.harness.command;

import org.jspecify.annotations.NullMarked;
