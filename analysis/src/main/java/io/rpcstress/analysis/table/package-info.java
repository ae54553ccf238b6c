/**
 * The paper's tables and ours, as rows of text that Markdown, CSV and the report share. What a cell
 * says is decided here; how it looks is decided where it is shown. Titles and notes are in {@code
 * words.md}, what columns mean in {@code columns.csv}.
 */
@NullMarked
package io.rpcstress.analysis.table;

import org.jspecify.annotations.NullMarked;
