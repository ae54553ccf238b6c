/** What the Dubbo driver promises. */
@NullMarked
package io.rpcstress.driver.dubbo;

import org.jspecify.annotations.NullMarked;
