/** Tests of calls of a service that is none of this project's. */
@NullMarked
package io.rpcstress.driver.own;

import org.jspecify.annotations.NullMarked;
