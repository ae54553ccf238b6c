/**
 * From raw files to the answer: import, cleaning, statistics, tables, figures, report. Runs on the
 * laptop, never on the measured hosts, and opens no connection but to the database it is given.
 */
@NullMarked
package io.rpcstress.analysis;

import org.jspecify.annotations.NullMarked;
