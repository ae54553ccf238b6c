package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What the client's host saw of itself during one run: whether it had the processors and the timers
 * that the load needed. Null means unknown, and is empty in a file; it is never 0.
 *
 * @param hostCpuPercent of the processors that the client may use, the share that all processes of
 *     the host kept busy, from 0 to 100
 * @param foreignCpuPercent of the same processors, the share that others than the client kept busy
 * @param jitterMs the longest that a sleep of 50 ms took beyond its 50 ms; null also where the run
 *     was over before the first sleep
 */
public record SelfWatch(
    @Nullable Double hostCpuPercent,
    @Nullable Double foreignCpuPercent,
    @Nullable Double jitterMs) {

  /** Nothing known. */
  public static final SelfWatch UNKNOWN = new SelfWatch(null, null, null);
}
