package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.ClientSum;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
          Column.number("B", "us/call", 9));

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double PERCENT = 100;

  private PointTable() {}

  /** Prints the runs, then the average of those after order 0, as the paper cleans them. */
  public static void print(List<Run> runs, PrintStream out) {
    Run first = runs.get(0);
    out.printf(Locale.ROOT, "%s, %s%n", first.point(), first.conditions().connectionPolicy());
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
          number(perCall(run, run.cost().client().cpuMs()), 1),
          number(perCall(run, run.cost().server().cpuMs()), 1));
    }
    List<Run> warm = runs.stream().filter(Run::inAverages).toList();
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
          number(averageKnown(warm, r -> perCall(r, r.cost().client().cpuMs())), 1),
          number(averageKnown(warm, r -> perCall(r, r.cost().server().cpuMs())), 1));
    }
    LateLine.print(" of all orders", runs, out);
    FlagLines.print(runs, out);
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
        "%d client %s; calls/s are their rates added; all gates opened within %.3f ms; all"
            + " called for %.1f %% of a run at least%n",
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
        average = the orders after 0, of a timed loop all windows; TPS = requestNum / time (the
        paper's Eq. 3), of a timed loop calls/s; A, B = processor time of client and server for each
        call. Closed-loop percentiles are not a user's latency; an empty one has fewer than ten
        samples beyond it.\
        """);
  }

  private static double average(List<Run> runs, ToDoubleFunction<Run> value) {
    return runs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static @Nullable Double averageKnown(
      List<Run> runs, Function<Run, @Nullable Double> value) {
    List<Double> known = runs.stream().map(value).filter(Objects::nonNull).toList();
    return known.size() < runs.size()
        ? null
        : (Double) known.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  private static @Nullable Double perCall(Run run, @Nullable Double millis) {
    return millis == null || run.calls().ok() == 0
        ? null
        : (Double) (millis * MICROS_PER_MILLI / run.calls().ok());
  }
}
