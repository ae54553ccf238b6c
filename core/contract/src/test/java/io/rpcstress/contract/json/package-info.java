/** Tests of what is carried as JSON. */
@NullMarked
package io.rpcstress.contract.json;

import org.jspecify.annotations.NullMarked;
