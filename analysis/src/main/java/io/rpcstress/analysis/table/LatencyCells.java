package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Percentiles;

/**
 * A cell's latencies as tables show them: beyond the deadline where so many calls exceeded it that
 * the percentile is one of them, and marked where fewer calls were under way than the row names.
 *
 * @param percentiles of the good calls
 * @param timedOutShare of all calls, 0 to 1
 */
record LatencyCells(Percentiles percentiles, double timedOutShare, String mark, int decimals) {

  static final String BEYOND = "> deadline";

  private static final double PERCENT = 100;

  static LatencyCells of(Cell cell, int decimals) {
    return new LatencyCells(
        cell.latency(),
        cell.timedOutShare(),
        Explanation.of(cell).isUnderThreads() ? CellNotes.UNDER_THREADS : "",
        decimals);
  }

  static Columns<LatencyCells> columns(String unit, double... levels) {
    return new Columns<LatencyCells>()
        .add(Heading.marked("min" + unit), LatencyCells::min)
        .add(Heading.marked("mean" + unit), LatencyCells::mean)
        .addAll(percentiles(unit, levels), cells -> cells);
  }

  static Columns<LatencyCells> percentiles(String unit, double... levels) {
    Columns<LatencyCells> columns = new Columns<>();
    for (double level : levels) {
      String name = "p" + Numbers.text(Numbers.significant(level)) + unit;
      columns.add(Heading.marked(name), cells -> cells.at(level));
    }
    return columns;
  }

  /** One of {@link Percentiles#LEVELS}; empty where too few samples lie beyond it. */
  Entry at(double level) {
    return entry(percentiles.at(level), level, timedOutShare, mark, decimals);
  }

  Entry min() {
    return entry(percentiles.minUs(), 0, 0, mark, decimals);
  }

  Entry mean() {
    return entry(percentiles.meanUs(), 0, 0, mark, decimals);
  }

  Entry max() {
    return entry(percentiles.maxUs(), PERCENT, timedOutShare, mark, decimals);
  }

  /** A percentile of calls of which some exceeded their deadline. */
  static Entry entry(double us, double level, double timedOutShare, String mark, int decimals) {
    if (timedOutShare * PERCENT > PERCENT - level) {
      return Entry.word(BEYOND);
    }
    return Double.isNaN(us) ? Entry.EMPTY : Entry.of(us, decimals, mark);
  }
}
