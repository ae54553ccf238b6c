/** What is promised about MML's client. */
@NullMarked
package io.rpcstress.driver.mml;

import org.jspecify.annotations.NullMarked;
