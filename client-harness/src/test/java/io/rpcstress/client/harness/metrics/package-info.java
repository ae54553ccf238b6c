/** What scrapes get, and what a peer can cost. */
@NullMarked
package io.rpcstress.client.harness.metrics;

import org.jspecify.annotations.NullMarked;
