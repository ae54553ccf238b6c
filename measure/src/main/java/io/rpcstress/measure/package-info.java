/**
 * What a measurement is: point, run, record, histogram, and the raw files it is kept in, writer and
 * reader. No driver, no command line, no database.
 */
@NullMarked
package io.rpcstress.measure;

import org.jspecify.annotations.NullMarked;
