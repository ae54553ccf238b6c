/**
 * What a measurement is: point, run, counts, latency, cost, and the raw files it is kept in, writer
 * and reader. No driver, no command line, no database: a measuring program fills a {@link
 * io.rpcstress.measure.Run}, an analysing one reads one back.
 */
@NullMarked
package io.rpcstress.measure;

import org.jspecify.annotations.NullMarked;
