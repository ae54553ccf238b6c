package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Bootstrap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one table: what each technology does and costs at each thread count, and how sure that is.
 */
final class TechnologiesTable {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 2;

  private static final List<String> HEADER =
      List.of(
          "technology",
          "threadNum",
          "requestNum",
          "calls under way",
          "processes",
          "calls/s",
          "calls/s, interval",
          "p50, us",
          "p99, us",
          "client CPU, us",
          "client CPU, interval",
          "server CPU, us",
          "server CPU, interval",
          "client context switches",
          "server context switches",
          "bytes, both ways",
          "limiter",
          "flags");

  private static final List<String> NOTES =
      List.of(
          String.format(
              Locale.ROOT,
              "The first seconds of a JVM: over the runs after order 0 of all processes, warm or not."
                  + " calls/s is good calls divided by the time that all of"
                  + " them took; CPU, context switches and bytes are those of a good call. Intervals are %d %% t intervals over the means of"
                  + " processes (of server starts where the rows name several); empty with a single"
                  + " process, whose runs are correlated, or without any spread. Empty is unknown, not"
                  + " 0.",
              Bootstrap.CONFIDENCE_PERCENT),
          "The request count is the one with most points, of those the largest. Percentiles are read"
              + " off histograms added up; of a closed loop they are not a user's latency.",
          "Two technologies differ where their ratio's interval does not span 1: overlapping intervals"
              + " here decide nothing. Speed is one column: see the capabilities.",
          CellNotes.UNDER_THREADS_NOTE,
          LatencyCells.DEADLINE_NOTE,
          CellNotes.NOTES.get(0));

  /** Behind technology, thread and request count. */
  private static final int GATE_COLUMN = 3;

  private TechnologiesTable() {}

  static Table of(PointGrid grid, SweepData data, String suffix) {
    List<List<String>> rows = new ArrayList<>();
    int requests = requests(grid);
    for (Series series : grid.series()) {
      HostPair hosts = HostPair.of(data.sweep(), series.name());
      for (int threads : grid.threads()) {
        Cell cell = grid.cell(series, threads, requests);
        if (cell != null) {
          rows.add(row(series, cell, hosts));
        }
      }
    }
    Table table =
        new Table(
            "technologies" + suffix,
            "Every technology at every thread count, at "
                + requests
                + " requests (request mode "
                + grid.mode().label()
                + ")",
            HEADER,
            rows,
            NOTES);
    return CellNotes.gated(grid, table, GATE_COLUMN);
  }

  /** The request count that has most points; of those the largest, which is steadiest. */
  private static int requests(PointGrid grid) {
    Map<Integer, Long> points =
        grid.series().stream()
            .flatMap(s -> grid.cells(s).stream())
            .collect(
                Collectors.groupingBy(
                    c -> c.point().requestNum(), TreeMap::new, Collectors.counting()));
    return points.entrySet().stream()
        .max(
            Comparator.comparing(Map.Entry<Integer, Long>::getValue)
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElseGet(() -> grid.requests().get(0)); // nothing but failures
  }

  private static List<String> row(Series series, Cell cell, HostPair hosts) {
    Explanation found = Explanation.of(cell, hosts);
    Double bytes = cell.perCall(Run::bytes);
    LatencyCells latencies = LatencyCells.of(cell, found, RATE_DECIMALS);
    Double client = Explanation.clientCpuUs(cell, hosts);
    Double server = Explanation.serverCpuUs(cell, hosts);
    return List.of(
        series.label(),
        Integer.toString(cell.point().threadNum()),
        Integer.toString(cell.point().requestNum()),
        Numbers.fixed(found.concurrency(), RATE_DECIMALS),
        Integer.toString(cell.processes().size()),
        Numbers.fixed(cell.callsPerSecond(), RATE_DECIMALS) + CellNotes.of(cell),
        interval(cell, ProcessRuns::callsPerSecond, RATE_DECIMALS),
        latencies.at(50),
        latencies.at(99),
        Numbers.fixed(client, TIME_DECIMALS),
        client == null ? "" : interval(cell, ProcessRuns::clientCpuUs, TIME_DECIMALS),
        Numbers.fixed(server, TIME_DECIMALS),
        server == null ? "" : interval(cell, ProcessRuns::serverCpuUs, TIME_DECIMALS),
        Numbers.fixed(cell.perCall(Run::clientCtxSwitches), TIME_DECIMALS),
        Numbers.fixed(cell.perCall(Run::serverCtxSwitches), TIME_DECIMALS),
        Numbers.fixed(bytes, 0),
        found.limiter().label(),
        String.join(" ", cell.flags()));
  }

  private static String interval(
      Cell cell, Function<ProcessRuns, @Nullable Double> what, int decimals) {
    return ProcessInterval.of(cell, what)
        .map(found -> Numbers.interval(found.interval(), decimals))
        .orElse("");
  }
}
