package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.List;

/**
 * What one process of a timed or open loop did over time, from its gate's opening on, warm-up
 * included. Immutable.
 *
 * @param rows ascending in time, one or more
 */
public record TimeSeries(Point point, List<SeriesRow> rows) {}
