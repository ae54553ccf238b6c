@NullMarked
package io.rpcstress.client.harness.coldstart;

import org.jspecify.annotations.NullMarked;
