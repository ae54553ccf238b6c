/**
 * What a process and its host report about themselves: counters and facts read from the kernel and
 * the JVM, the text form both hosts exchange it in, and the one that Prometheus scrapes. Nothing
 * here knows a technology, a load or a file.
 */
@NullMarked
package io.rpcstress.usage;

import org.jspecify.annotations.NullMarked;
