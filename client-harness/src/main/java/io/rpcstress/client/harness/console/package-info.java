/** What a person sees: tables on stdout, progress on stderr. Measures and decides nothing. */
@NullMarked
package io.rpcstress.client.harness.console;

import org.jspecify.annotations.NullMarked;
