package io.rpcstress.analysis.model;

import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.Latency;
import org.jspecify.annotations.Nullable;

/**
 * What a process of an open loop has beside its run. Immutable.
 *
 * @param perSecond calls/s that the schedule had
 * @param achievedPerSecond good replies/s
 * @param starting how the calls were started: {@link io.rpcstress.measure.OpenRun#ASYNC} or {@link
 *     io.rpcstress.measure.OpenRun#THREADS}
 * @param response time of good calls, from when each was due
 * @param service time of the same calls, from when each was started
 * @param warmupNotOk calls of the warm-up without a right answer, which may have been served
 * @param fault how the fault went that it was under; null where there was none
 */
public record Offered(
    double perSecond,
    double achievedPerSecond,
    String starting,
    Latency response,
    Latency service,
    long warmupNotOk,
    @Nullable FaultCourse fault) {}
