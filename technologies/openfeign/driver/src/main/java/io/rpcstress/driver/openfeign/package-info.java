/**
 * OpenFeign over Spring REST: a {@code @FeignClient} in an application context without a server.
 */
@NullMarked
package io.rpcstress.driver.openfeign;

import org.jspecify.annotations.NullMarked;
