/** Tests of the package of the same name. */
@NullMarked
package io.rpcstress.driver.rpcx;

import org.jspecify.annotations.NullMarked;
