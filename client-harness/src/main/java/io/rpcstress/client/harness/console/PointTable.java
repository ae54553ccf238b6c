package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.client.harness.console.ConsoleTable.LatencyText;
import io.rpcstress.measure.ClientSum;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** One technology's runs as a table for a person. Every number is in its file more exactly. */
public final class PointTable {

  private static final ConsoleTable TABLE =
      new ConsoleTable(
          Column.number("order", 7),
          Column.number("time", "ms", 12),
          Column.number("TPS", 12),
          Column.number("calls/s", 12),
          Column.number("ok", 9),
          Column.number("p50", "us", 10),
          Column.number("p99", "us", 10),
          Column.number("A", "us/call", 9),
          Column.number("B", "us/call", 9),
          Column.number("sum", "us/call", 11));

  private static final double PERCENT = 100;

  private PointTable() {}

  /**
   * Prints the answer, the runs, then the average of those after order 0, as the paper cleans them.
   *
   * @param carried whether a broker or proxy carries the calls
   */
  public static void print(List<Run> runs, boolean carried, PrintStream out) {
    Run first = runs.get(0);
    List<Run> warm = runs.stream().filter(Run::inAverages).toList();
    out.printf("%s: %s%n", first.point(), answer(warm.isEmpty() ? runs : warm));
    TABLE.header(out);
    for (Run run : runs) {
      TABLE.row(
          out,
          run.order(),
          number(run.timeTotalMs(), 3),
          number(run.tps(), 1),
          number(run.callsPerSecond(), 1),
          run.calls().ok(),
          LatencyText.of(50, run.latency().p50Us(), run.calls()),
          LatencyText.of(99, run.latency().p99Us(), run.calls()),
          number(CallCost.ofClient(List.of(run)), 1),
          number(CallCost.ofServer(List.of(run)), 1),
          number(CallCost.sum(List.of(run), carried), 1));
    }
    if (!warm.isEmpty()) {
      TABLE.row(
          out,
          "average",
          number(average(warm, Run::timeTotalMs), 3),
          number(average(warm, Run::tps), 1),
          number(average(warm, Run::callsPerSecond), 1),
          "",
          "",
          "",
          number(CallCost.ofClient(warm), 1),
          number(CallCost.ofServer(warm), 1),
          number(CallCost.sum(warm, carried), 1));
    }
    RunRemarks.printLate(" of all orders", runs, out);
    RunRemarks.printDoubts("", runs, out);
  }

  public static void printClients(List<Run> runs, List<Run> clients, PrintStream out) {
    if (clients.isEmpty()) {
      return;
    }
    Map<Integer, List<Run>> byOrder =
        clients.stream()
            .collect(Collectors.groupingBy(Run::order, TreeMap::new, Collectors.toList()));
    out.printf(
        Locale.ROOT,
        "%d client %s; calls/s are their rates added; all gates opened within %.3f ms; all "
            + "called together for at least %.1f %% of a run%n",
        runs.get(0).point().clientProcesses(),
        runs.get(0).point().clientHosts() > 1 ? "hosts" : "processes",
        byOrder.values().stream().mapToDouble(ClientSum::skewMs).max().orElse(0),
        PERCENT * byOrder.values().stream().mapToDouble(ClientSum::togetherShare).min().orElse(0));
    clients.stream()
        .filter(Run::inAverages)
        .collect(
            Collectors.groupingBy(
                run -> run.circumstances().client(),
                TreeMap::new,
                Collectors.averagingDouble(Run::callsPerSecond)))
        .forEach(
            (client, rate) ->
                out.printf(Locale.ROOT, "  client %d: %.1f calls/s on average%n", client, rate));
  }

  public static void printLegend(PrintStream out) {
    out.println(
        """
        average = over the orders after 0, or all windows of a timed loop; TPS = requestNum / time
        (the paper's Eq. 3), or calls/s of a timed loop.
        Closed-loop percentiles are not a user's latency. A percentile is empty if fewer than ten
        samples lie beyond it.\
        """);
    out.println(CallCost.LEGEND);
  }

  /** The rate, of a counted loop the time of a run, and the connections. */
  static String answer(List<Run> runs) {
    Run any = runs.get(0);
    String time =
        any.point().timed() != null
            ? ""
            : ", " + number(average(runs, Run::timeTotalMs), 3) + " ms a run";
    return String.format(
        Locale.ROOT,
        "%,.1f calls/s%s; %s",
        average(runs, Run::callsPerSecond),
        time,
        any.conditions().connectionPolicy());
  }

  private static double average(List<Run> runs, ToDoubleFunction<Run> value) {
    return runs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
