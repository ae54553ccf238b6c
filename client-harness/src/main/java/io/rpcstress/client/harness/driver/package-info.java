/**
 * What a technology must offer to be measured, and the list of those that do. A technology is one
 * package under here and one line in {@link io.rpcstress.client.harness.driver.Drivers}; nothing
 * here may know a load shape, a file or a command.
 */
@NullMarked
package io.rpcstress.client.harness.driver;

import org.jspecify.annotations.NullMarked;
