/**
 * The Redis protocol as a technology that is measured: Jedis, blocking and pooled, and Lettuce,
 * multiplexed. The two libraries and what they are built on enter here, and neither knows the
 * other.
 */
@NullMarked
package io.rpcstress.driver.redis;

import org.jspecify.annotations.NullMarked;
