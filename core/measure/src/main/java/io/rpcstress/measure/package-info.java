/**
 * What a measurement is: point, run, counts, latency, cost, and the raw files it is kept in, writer
 * and reader. No driver, no command line, no database: whoever measures fills a {@link
 * io.rpcstress.measure.Run}, whoever analyses reads one back.
 */
@NullMarked
package io.rpcstress.measure;

import org.jspecify.annotations.NullMarked;
