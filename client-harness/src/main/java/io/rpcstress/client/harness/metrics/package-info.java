/**
 * How measuring goes, for Prometheus to scrape while it goes on. Decides nothing, reads no result
 * file, and computes only to answer a scrape.
 */
@NullMarked
package io.rpcstress.client.harness.metrics;

import org.jspecify.annotations.NullMarked;
