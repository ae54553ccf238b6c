/** What the Thrift driver promises. */
@NullMarked
package io.rpcstress.driver.thrift;

import org.jspecify.annotations.NullMarked;
