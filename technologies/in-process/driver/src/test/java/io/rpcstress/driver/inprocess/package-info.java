/** Tests of the driver without communication. */
@NullMarked
package io.rpcstress.driver.inprocess;

import org.jspecify.annotations.NullMarked;
