package io.rpcstress.contract;

import org.jspecify.annotations.Nullable;

/**
 * What arrived of a stream that its sender ended. Immutable.
 *
 * @param received messages, right or wrong
 * @param firstAt when the first one did, as {@link System#nanoTime} has it; 0 without one
 * @param wrong how the first wrong message differs; null where all were right
 */
public record StreamReply(int received, long firstAt, @Nullable String wrong) {}
