/**
 * The commands: options are read, checked and turned into plans here, and outcomes into exit codes.
 * No option reaches further in than this package.
 */
@NullMarked
package io.rpcstress.client.harness.command;

import org.jspecify.annotations.NullMarked;
