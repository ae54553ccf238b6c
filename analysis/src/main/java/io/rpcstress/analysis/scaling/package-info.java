/**
 * How throughput grows with threads: the Universal Scalability Law fitted to a sweep. Pure
 * functions of the model; no file, table or database enters.
 */
@NullMarked
package io.rpcstress.analysis.scaling;

import org.jspecify.annotations.NullMarked;
