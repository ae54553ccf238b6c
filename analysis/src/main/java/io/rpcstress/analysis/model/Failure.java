package io.rpcstress.analysis.model;

import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import java.time.Instant;

/**
 * A process that gave no result for a point. A point that no process has a result for is shown as
 * failed, never as a number.
 *
 * @param failures failed calls by kind as {@code kind=n}, blanks between; empty where none was made
 * @param completeRuns runs that had ended well by then; evidence, not a result
 */
public record Failure(
    Point point,
    FailureCause cause,
    String detail,
    String failures,
    String redo,
    Instant at,
    int completeRuns) {}
