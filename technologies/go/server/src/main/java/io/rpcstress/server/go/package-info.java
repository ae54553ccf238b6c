/**
 * Host B's program for servers in Go: starts the one that is in its jar, and reports what it used.
 */
@NullMarked
package io.rpcstress.server.go;

import org.jspecify.annotations.NullMarked;
