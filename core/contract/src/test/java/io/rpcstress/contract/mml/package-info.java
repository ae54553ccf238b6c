/** What is promised about MML. */
@NullMarked
package io.rpcstress.contract.mml;

import org.jspecify.annotations.NullMarked;
