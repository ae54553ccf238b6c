/**
 * {@code report.html}: one file that needs nothing beside it, no network least of all. What it says
 * comes from the answer, the tables and the figures; here it is put on a page. Every value is
 * escaped on its way in, since failures carry words that a peer chose.
 */
@NullMarked
package io.rpcstress.analysis.report;

import org.jspecify.annotations.NullMarked;
