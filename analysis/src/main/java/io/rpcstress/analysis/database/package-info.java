/**
 * Raw files into a database, cleaning in it, and reading a sweep back. All SQL lives here, and no
 * other package opens a connection.
 */
@NullMarked
package io.rpcstress.analysis.database;

import org.jspecify.annotations.NullMarked;
