package io.rpcstress.engine.load;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.SeriesRow;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one run of an open loop gave.
 *
 * @param load of the calls that were due after the warm-up; its latencies are from when each was
 *     due, its time from the warm-up's end to the schedule's end or the last reply, whichever is
 *     later
 * @param service latencies of the same calls, from when each was started, ns
 * @param warmup where the calls went that were due before
 * @param achieved good replies that came between the warm-up's end and the schedule's, whichever
 *     call they answer
 * @param series good replies of each second, warm-up included
 * @param async whether calls were started without waiting for those before; else threads waited
 * @param broken whether the run was cut short by failures: then it is no result
 * @param countedFrom when the warm-up ended, ns on the loop's clock
 * @param meterLateNanos how long after the warm-up's end the counters of the counted calls had been
 *     read, ns; 0 where they were read before the gate
 * @param parts of the counted calls by their part of a mix; empty where they are none
 */
public record OpenLoopResult(
    LoadResult load,
    Histogram service,
    CallCounts warmup,
    long achieved,
    List<SeriesRow> series,
    boolean async,
    boolean broken,
    long countedFrom,
    long meterLateNanos,
    List<PartResult> parts) {

  public OpenLoopResult {
    parts = List.copyOf(parts);
    series = List.copyOf(series);
  }
}
