/** What is settled before a point's first call. */
@NullMarked
package io.rpcstress.client.harness.point;

import org.jspecify.annotations.NullMarked;
