/** Tests of the report: as text, and in a real browser where one is installed. */
@NullMarked
package io.rpcstress.analysis.report;

import org.jspecify.annotations.NullMarked;
