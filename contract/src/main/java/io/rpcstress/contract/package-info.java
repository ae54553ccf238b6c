/** What both hosts agree on: the operations. No transport, no measuring. */
@NullMarked
package io.rpcstress.contract;

import org.jspecify.annotations.NullMarked;
