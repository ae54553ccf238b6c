/**
 * A sweep in a page of Markdown, to be pasted into a pull request or a ticket. It shows what the
 * answer, the tables and the figures' conditions say; nothing is computed or decided here.
 */
@NullMarked
package io.rpcstress.analysis.summary;

import org.jspecify.annotations.NullMarked;
