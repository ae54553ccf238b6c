/**
 * Host B's program for redis: a server of this project that speaks the Redis protocol, RESP2. Netty
 * and its Redis codec enter here, no Redis client and no other technology.
 */
@NullMarked
package io.rpcstress.server.redis;

import org.jspecify.annotations.NullMarked;
