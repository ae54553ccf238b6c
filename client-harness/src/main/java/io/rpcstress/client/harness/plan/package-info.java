/**
 * What is to be measured: an experiment's axes and grid, how calls are made, and the points that
 * follow from both. Says in one line what cannot be measured. Knows no command line, starts no
 * process and writes no file.
 */
@NullMarked
package io.rpcstress.client.harness.plan;

import org.jspecify.annotations.NullMarked;
