/** Tests of {@link io.rpcstress.client.harness.repeat}. */
@NullMarked
package io.rpcstress.client.harness.repeat;

import org.jspecify.annotations.NullMarked;
