package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.campaign.repeat.Repeated;
import io.rpcstress.client.harness.campaign.repeat.Repeated.Spread;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cell that several processes measured, for a person: a row a process, then all together. */
public final class RepetitionTable {

  private static final ConsoleTable TABLE =
      new ConsoleTable(
          Column.number("process", 8),
          Column.number("time", "ms", 12),
          Column.number("TPS", 12),
          Column.number("calls/s", 12),
          Column.number("p50", "us", 10),
          Column.number("p99", "us", 10),
          Column.number("A", "us/call", 9),
          Column.number("B", "us/call", 9),
          Column.number("sum", "us/call", 11));

  private RepetitionTable() {}

  /**
   * Prints the answer, the processes, then what they gave together.
   *
   * @param carried whether a broker or proxy carries the calls
   */
  public static void print(Repeated repeated, int planned, boolean carried, PrintStream out) {
    List<ProcessSample> processes = repeated.processes();
    List<Run> counted =
        repeated.counted().stream().flatMap(each -> each.counted().stream()).toList();
    int leftOut = processes.size() - repeated.counted().size();
    out.printf(
        "%s: %s, %d of %d processes%s%n",
        repeated.cell(),
        PointTable.answer(counted),
        processes.size(),
        planned,
        leftOut == 0 ? "" : ", " + leftOut + " disturbed and excluded");
    TABLE.header(out);
    for (ProcessSample each : processes) {
      Latency latency = each.latency();
      TABLE.row(
          out,
          each.repetition(),
          number(each.timeMs(), 3),
          number(each.tps(), 1),
          number(each.callsPerSecond(), 1),
          number(latency.p50Us(), 1),
          number(latency.p99Us(), 1),
          number(each.clientMicrosPerCall(), 1),
          number(each.serverMicrosPerCall(), 1),
          number(each.microsPerCall(carried), 1));
    }
    row(repeated, "mean", Spread::mean, "", carried, out);
    row(repeated, "median", Spread::median, "", carried, out);
    row(repeated, "spread", Spread::percent, " %", carried, out);
    Latency all = repeated.latency();
    TABLE.row(out, "all", "", "", "", number(all.p50Us(), 1), number(all.p99Us(), 1), "", "", "");
  }

  private static void row(
      Repeated repeated,
      String name,
      Function<Spread, @Nullable Double> part,
      String unit,
      boolean carried,
      PrintStream out) {
    Function<Function<ProcessSample, @Nullable Double>, String> cell =
        value -> {
          Spread spread = repeated.spread(value);
          Double known = spread == null ? null : part.apply(spread);
          return known == null ? "" : number(known, unit.isEmpty() ? 1 : 2) + unit;
        };
    TABLE.row(
        out,
        name,
        unit.isEmpty() ? time(repeated, part) : cell.apply(ProcessSample::timeMs),
        cell.apply(ProcessSample::tps),
        cell.apply(ProcessSample::callsPerSecond),
        "",
        "",
        cell.apply(ProcessSample::clientMicrosPerCall),
        cell.apply(ProcessSample::serverMicrosPerCall),
        cell.apply(process -> process.microsPerCall(carried)));
  }

  private static String time(Repeated repeated, Function<Spread, @Nullable Double> part) {
    Spread spread = repeated.spread(ProcessSample::timeMs);
    return number(spread == null ? null : part.apply(spread), 3);
  }

  public static void printLegend(PrintStream out) {
    out.println(
        """
        A row is one process: the average of its orders after 0 (of order 0 if it has no other), or
        of its windows. Percentiles are of added histograms. spread = standard deviation over the
        processes. TPS = requestNum / time (the paper's Eq. 3).
        Closed-loop percentiles are not a user's latency. A percentile is empty if fewer than ten
        samples lie beyond it.\
        """);
    out.println(CallCost.LEGEND);
  }
}
