package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.campaign.repeat.Repeated;
import io.rpcstress.client.harness.campaign.repeat.Repeated.Spread;
import io.rpcstress.client.harness.campaign.repeat.RuntimeRatio;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.io.PrintStream;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
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
          Column.number("B", "us/call", 9));

  private RepetitionTable() {}

  public static void print(Repeated repeated, int planned, PrintStream out) {
    List<ProcessSample> processes = repeated.processes();
    Run first = processes.get(0).runs().get(0);
    out.printf(
        Locale.ROOT,
        "%s, %s, %d of %d processes%n",
        repeated.cell(),
        first.conditions().connectionPolicy(),
        processes.size(),
        planned);
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
          number(each.serverMicrosPerCall(), 1));
    }
    row(repeated, "mean", Spread::mean, "", out);
    row(repeated, "median", Spread::median, "", out);
    row(repeated, "spread", Spread::percent, " %", out);
    Latency all = repeated.latency();
    TABLE.row(out, "all", "", "", "", number(all.p50Us(), 1), number(all.p99Us(), 1), "", "");
    List<Run> runs = processes.stream().flatMap(each -> each.runs().stream()).toList();
    CallCost.printBetween(runs, out);
    RunRemarks.printFlags(runs, out);
  }

  private static void row(
      Repeated repeated,
      String name,
      Function<Spread, @Nullable Double> part,
      String unit,
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
        cell.apply(ProcessSample::serverMicrosPerCall));
  }

  private static String time(Repeated repeated, Function<Spread, @Nullable Double> part) {
    Spread spread = repeated.spread(ProcessSample::timeMs);
    return number(spread == null ? null : part.apply(spread), 3);
  }

  public static void printLegend(PrintStream out) {
    out.println(
        """
        A row is one process: the average of its orders after 0 (of order 0 if it has no other).
        Percentiles are of added histograms. spread = standard deviation over the processes.
        TPS = requestNum / time (the paper's Eq. 3); A, B = processor time of client and server for
        each call. Closed-loop percentiles are not a user's latency. A percentile is empty if fewer
        than ten samples lie beyond it.\
        """);
  }

  public static void printVerdicts(
      List<RuntimeRatio> verdicts, @Nullable Long seed, PrintStream out) {
    if (verdicts.isEmpty()) {
      return;
    }
    boolean any = verdicts.stream().anyMatch(each -> each.ratio().isKnown());
    if (!any) {
      out.println(
          "No verdict: it needs several processes, because runs of one process are one sample. "
              + "--repeat 5 measures five.");
      return;
    }
    out.println();
    out.printf("By time, against %s:%n", verdicts.get(0).reference().cell().directoryName());
    double cutoff = RuntimeRatio.cutoff(verdicts);
    for (RuntimeRatio each : verdicts) {
      String name = each.judged().cell().directoryName();
      if (each.ratio().isKnown()) {
        Interval shown = each.carriesVerdict() ? each.ratio().at(cutoff) : each.ratio();
        out.printf(
            Locale.ROOT,
            "  %-16s %.3f times as long (%d %% t interval %.3f to %.3f): %s%n",
            name,
            each.ratio().value(),
            Bootstrap.CONFIDENCE_PERCENT,
            shown.low(),
            shown.high(),
            label(each, cutoff));
      } else {
        out.printf(
            "  %-16s no interval: two processes a side with different times expected%n", name);
      }
    }
    out.printf(
        "A verdict is over client processes: %s of each, in rounds of random order (seed %d), "
            + "about%nthe first seconds of a JVM; the server is not restarted. Interval: %s, %d "
            + "resamples,%nseed %d.%s%n",
        counts(verdicts),
        seed,
        Bootstrap.METHOD,
        Bootstrap.RESAMPLES,
        Bootstrap.SEED,
        verdicts.size() > 1 ? " The verdicts are corrected together after Holm." : "");
  }

  private static String label(RuntimeRatio each, double cutoff) {
    if (each.missing() > 0) {
      return Verdict.tooFew(each.missing());
    }
    return each.carriesVerdict()
        ? each.verdict(cutoff).label()
        : "no verdict, withheld until measured without " + String.join(", ", each.invalidating());
  }

  private static String counts(List<RuntimeRatio> verdicts) {
    IntSummaryStatistics sizes =
        Stream.concat(
                Stream.of(verdicts.get(0).reference()), verdicts.stream().map(RuntimeRatio::judged))
            .mapToInt(each -> each.processes().size())
            .summaryStatistics();
    return sizes.getMin() == sizes.getMax()
        ? Integer.toString(sizes.getMin())
        : sizes.getMin() + " to " + sizes.getMax();
  }
}
