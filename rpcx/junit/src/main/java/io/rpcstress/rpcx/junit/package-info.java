/**
 * A JUnit extension that publishes services and injects clients inside of a test, without a socket.
 * Knows the public package of RPCX and JUnit alone.
 */
@NullMarked
package io.rpcstress.rpcx.junit;

import org.jspecify.annotations.NullMarked;
