/** Tests of {@link io.rpcstress.client.harness.controls}: each control with a broken harness. */
@NullMarked
package io.rpcstress.client.harness.controls;

import org.jspecify.annotations.NullMarked;
