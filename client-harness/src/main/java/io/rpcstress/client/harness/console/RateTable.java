package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;
import static java.util.stream.Collectors.joining;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.client.harness.console.ConsoleTable.LatencyText;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.help.Standings;
import io.rpcstress.measure.statistics.Withheld;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One technology's open loop for a person. Every number is in its file more exactly. */
public final class RateTable {

  private static final ConsoleTable PERCENTILES =
      new ConsoleTable(
          Column.number("us", 10),
          Column.number("p50", 12),
          Column.number("p90", 12),
          Column.number("p99", 12),
          Column.number("p99.9", 12),
          Column.number("max", 12));

  private RateTable() {}

  /**
   * Prints the answer, then what it is made of.
   *
   * @param carried whether a broker or proxy carries the calls
   */
  public static void print(OpenRun open, boolean carried, PrintStream out) {
    Run run = open.run();
    out.printf(
        Locale.ROOT,
        "%s: offered %.1f calls/s, achieved %.1f calls/s, %s; %s, %s from the intended start%n",
        run.point(),
        open.offeredPerSecond(),
        open.achievedPerSecond(),
        Standings.coloured(standing(run)),
        percentile("p50", LatencyText.of(50, run.latency().p50Us(), run.calls())),
        percentile("p99", LatencyText.of(99, run.latency().p99Us(), run.calls())));
    out.printf("  %s, %s%n", started(open), run.conditions().connectionPolicy());
    PERCENTILES.header(out);
    row("response", run.latency(), run.calls(), out);
    row("service", open.service(), run.calls(), out);
    counts("calls", run.calls(), out);
    counts("warm-up", open.warmup(), out);
    printCost(List.of(run), carried, out);
    RunRemarks.printLate("", List.of(run), out);
    RunRemarks.printDoubts("", List.of(run), out);
  }

  /** As a report says it of one process. */
  private static String standing(Run run) {
    SortedSet<String> disturbing =
        ProcessSample.flags(
            List.of(run), flag -> LoadShape.OPEN.isLeftOutBy(flag) && !flag.isLoss());
    if (!disturbing.isEmpty()) {
      return Withheld.disturbedBy(disturbing);
    }
    boolean isHeld = ProcessSample.flags(List.of(run), Flag::isLoss).isEmpty();
    return isHeld ? "held the rate" : Withheld.NOT_HELD;
  }

  private static String percentile(String name, String value) {
    return value.isEmpty()
        ? name + " unknown"
        : name + " " + value + (value.equals(LatencyText.BEYOND) ? "" : " us");
  }

  /** Prints what a call cost each side and all together, as far as it is known. */
  private static void printCost(List<Run> runs, boolean carried, PrintStream out) {
    String parts =
        Stream.of(
                part("client", CallCost.ofClient(runs)),
                part("server", CallCost.ofServer(runs)),
                part("broker or proxy", CallCost.between(runs)),
                part("sum", CallCost.sum(runs, carried)))
            .filter(part -> !part.isEmpty())
            .collect(joining(", "));
    if (!parts.isEmpty()) {
      out.println("  processor time of a call, us: " + parts);
    }
  }

  private static String part(String whose, @Nullable Double micros) {
    return micros == null ? "" : whose + " " + number(micros, 1);
  }

  private static String started(OpenRun open) {
    return open.starting().equals(OpenRun.ASYNC)
        ? "every call started when it was due (async)"
        : "at most %d open (threads)".formatted(open.run().point().threadNum());
  }

  public static void printLegend(PrintStream out) {
    out.println(
        """
        response = from when a call was due (the intended start), as its user sees it; service = from
        when it was started. A percentile is empty if fewer than ten samples lie beyond it, and
        > deadline if it is one of the calls that exceeded their deadline.\
        """);
  }

  private static void row(String name, Latency latency, CallCounts calls, PrintStream out) {
    PERCENTILES.row(
        out,
        name,
        LatencyText.of(50, latency.p50Us(), calls),
        LatencyText.of(90, latency.p90Us(), calls),
        LatencyText.of(99, latency.p99Us(), calls),
        LatencyText.of(99.9, latency.p999Us(), calls),
        LatencyText.of(100, latency.maxUs(), calls));
  }

  private static void counts(String name, CallCounts calls, PrintStream out) {
    out.printf(
        "  %s: %d issued = %d ok + %d failed + %d timed out + %d abandoned%n",
        name, calls.issued(), calls.ok(), calls.failed(), calls.timedOut(), calls.abandoned());
  }
}
