/**
 * Raw files into a database, cleaning in it, and reading a sweep back. All SQL lives here, no other
 * package opens a connection, and none knows JDBI, which fills statements and rows.
 */
@NullMarked
package io.rpcstress.analysis.database;

import org.jspecify.annotations.NullMarked;
