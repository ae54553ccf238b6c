/** What the SOFABolt driver promises. */
@NullMarked
package io.rpcstress.driver.bolt;

import org.jspecify.annotations.NullMarked;
