/**
 * The highest rate that holds a service-level objective: what holds it, how it is searched for, and
 * the file that tells the search. Knows no option, no process and no technology: a probe is a
 * function.
 */
@NullMarked
package io.rpcstress.client.harness.search;

import org.jspecify.annotations.NullMarked;
