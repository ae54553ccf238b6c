/** What the sweep says in a few lines that a person can decide from, with how sure it is. */
@NullMarked
package io.rpcstress.analysis.answer;

import org.jspecify.annotations.NullMarked;
