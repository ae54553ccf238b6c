package io.rpcstress.engine.point;

import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.usage.ProcessUsage;
import org.jspecify.annotations.Nullable;

/** Counters as the values of a row: null where unknown, and in the row's units. */
final class RowValues {

  private static final double NANOS_PER_MILLI = 1e6;

  private RowValues() {}

  /** One side's; {@code holds} says whether its CPU time is possible. */
  static ProcessCost process(ProcessUsage used, boolean holds) {
    return new ProcessCost(
        holds ? millis(used.cpuNanos()) : null,
        known(used.contextSwitches()),
        known(used.allocatedBytes()),
        known(used.gcMillis()),
        holds ? wholeMillis(used.compileNanos()) : null,
        known(used.rssKb()));
  }

  private static @Nullable Long wholeMillis(long nanos) {
    return ProcessUsage.isKnown(nanos) ? (Long) Math.round(nanos / NANOS_PER_MILLI) : null;
  }

  static @Nullable Long known(long value) {
    return ProcessUsage.isKnown(value) ? value : null;
  }

  static @Nullable Double millis(long nanos) {
    return ProcessUsage.isKnown(nanos) ? nanos / NANOS_PER_MILLI : null;
  }
}
