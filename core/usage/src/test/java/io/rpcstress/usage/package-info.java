/** What is promised about usage, facts and their text forms. */
@NullMarked
package io.rpcstress.usage;

import org.jspecify.annotations.NullMarked;
