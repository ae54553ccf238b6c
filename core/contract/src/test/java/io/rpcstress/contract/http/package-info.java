/** What is said of replies of HTTP. */
@NullMarked
package io.rpcstress.contract.http;

import org.jspecify.annotations.NullMarked;
