/** What is promised about the operations. */
@NullMarked
package io.rpcstress.contract;

import org.jspecify.annotations.NullMarked;
