/** How replies of HTTP are described. */
@NullMarked
package io.rpcstress.contract.http;

import org.jspecify.annotations.NullMarked;
