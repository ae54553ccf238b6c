/** What the drivers promise to the rig, with real servers. */
@NullMarked
package io.rpcstress.client.harness.driver;

import org.jspecify.annotations.NullMarked;
