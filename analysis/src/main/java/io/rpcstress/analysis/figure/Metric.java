package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Unknown;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/**
 * One number of a cell that can be drawn.
 *
 * @param closedLoopLatency whether it is a percentile of a closed loop, and must say so
 * @param cost whether it is what a call costs
 * @param of reads it; no number where it is unknown
 */
record Metric(
    String id,
    String label,
    String unit,
    boolean lowerIsBetter,
    boolean closedLoopLatency,
    boolean cost,
    ToDoubleFunction<Cell> of) {

  private static final double PERCENT = 100;

  static final List<Metric> ALL =
      List.of(
          speed("timeAvg", "average runtime", "ms", true, Cell::timeTotalAvg),
          speed("tpsAvg", "average TPS", "1/s", false, Cell::tpsAvg),
          speed("callsPerSecond", "good calls a second", "1/s", false, Cell::callsPerSecondAvg),
          speed("cold", "first run (order 0)", "ms", true, Cell::coldMs),
          latency("p50", "median latency", c -> percentile(c, 50)),
          latency("p90", "p90 latency", c -> percentile(c, 90)),
          latency("p99", "p99 latency", c -> percentile(c, 99)),
          latency("p999", "p99.9 latency", c -> percentile(c, 99.9)),
          latency(
              "max",
              "slowest call",
              c -> isBeyondDeadline(c, PERCENT) ? Double.NaN : c.latency().maxUs()),
          cost("clientCpu", "client CPU a call", "us", c -> possible(c, c.clientCpuUs())),
          cost("serverCpu", "server CPU a call", "us", c -> possible(c, c.serverCpuUs())),
          perCall("clientCtx", "client context switches a call", "", Run::clientCtxSwitches),
          perCall("serverCtx", "server context switches a call", "", Run::serverCtxSwitches),
          perCall("clientAlloc", "client allocation a call", "bytes", Run::clientAllocBytes),
          perCall("bytesOut", "sent a call, headers included", "bytes", Run::bytesOut),
          perCall("bytesIn", "received a call, headers included", "bytes", Run::bytesIn),
          perCall("packetsOut", "packets sent a call", "", Run::packetsOut),
          perCall("packetsIn", "packets received a call", "", Run::packetsIn),
          cost(
              "serverRss",
              "server memory, highest",
              "KiB",
              c -> Unknown.orNaN(c.rssKb(Run::serverRssBytes))));

  /** A CPU time that is not beyond the processors there are; of such a cell neither host's. */
  private static double possible(Cell cell, double us) {
    return cell.flags().contains(Explanation.OVER_CPU) ? Double.NaN : us;
  }

  /**
   * A percentile of the good calls: none where calls that exceeded their deadline reach down to it.
   */
  private static double percentile(Cell cell, double level) {
    return isBeyondDeadline(cell, level) ? Double.NaN : cell.latency().at(level);
  }

  /** Whether a percentile is one of the calls that exceeded their deadline. */
  static boolean isBeyondDeadline(Cell cell, double level) {
    return cell.timedOutShare() * PERCENT > PERCENT - level;
  }

  private static Metric speed(
      String id, String label, String unit, boolean lower, ToDoubleFunction<Cell> of) {
    return new Metric(id, label, unit, lower, false, false, of);
  }

  private static Metric latency(String id, String label, ToDoubleFunction<Cell> of) {
    return new Metric(id, label, "us", true, true, false, of);
  }

  private static Metric cost(String id, String label, String unit, ToDoubleFunction<Cell> of) {
    return new Metric(id, label, unit, true, false, true, of);
  }

  private static Metric perCall(
      String id, String label, String unit, Function<Run, @Nullable Long> of) {
    return cost(id, label, unit, cell -> cell.perCall(of));
  }

  static void addAll(ArrayNode metrics) {
    for (Metric metric : ALL) {
      metrics
          .addObject()
          .put("id", metric.id())
          .put("label", metric.label())
          .put("unit", metric.unit())
          .put("better", metric.lowerIsBetter() ? "lower" : "higher")
          .put("latency", metric.closedLoopLatency())
          .put("cost", metric.cost());
    }
  }
}
