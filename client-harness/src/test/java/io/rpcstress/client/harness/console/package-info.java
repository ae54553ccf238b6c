/** What a person is shown. */
@NullMarked
package io.rpcstress.client.harness.console;

import org.jspecify.annotations.NullMarked;
