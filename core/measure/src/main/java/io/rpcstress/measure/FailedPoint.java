package io.rpcstress.measure;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A point that failed: what its {@code .FAILED} file says.
 *
 * @param detail one line for a person: what happened, and what to do where that is known
 * @param failures failed calls by kind, all runs together; empty where no call was made
 * @param redo the command that measures the point again
 * @param at when it failed
 * @param runs the runs that were complete by then; kept as evidence, never imported as a result
 */
public record FailedPoint(
    Point point,
    FailureCause cause,
    String detail,
    Map<String, Long> failures,
    String redo,
    Instant at,
    List<Run> runs) {

  public FailedPoint {
    failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    runs = List.copyOf(runs);
  }
}
