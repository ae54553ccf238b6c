/**
 * Host A's program: the command line. Nothing that a technology needs to be added may be changed
 * here.
 */
@NullMarked
package io.rpcstress.client.harness;

import org.jspecify.annotations.NullMarked;
