/**
 * Benchmarks and races of the parts in RPCX's package of this name, which they must see from
 * inside. Nothing else may live here.
 */
@NullMarked
package io.rpcstress.rpcx.client;

import org.jspecify.annotations.NullMarked;
