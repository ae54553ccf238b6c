/**
 * The long tests of RPCX as commands of one jar: soak, many peers, start-up, and what runs the
 * benchmarks and races of its parts. Uses RPCX as an application would. Nothing may depend on it,
 * and it is shipped with nothing.
 */
@NullMarked
package io.rpcstress.rpcx.bench;

import org.jspecify.annotations.NullMarked;
