package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.client.harness.console.ConsoleTable.LatencyText;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OpenRun;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

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

  public static void print(OpenRun open, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s, %s, %s%n",
        open.run().point(),
        started(open),
        open.run().conditions().connectionPolicy());
    out.printf(
        Locale.ROOT,
        "  offered %.1f calls/s, achieved %.1f calls/s%n",
        open.offeredPerSecond(),
        open.achievedPerSecond());
    PERCENTILES.header(out);
    row("response", open.run().latency(), open.run().calls(), out);
    row("service", open.service(), open.run().calls(), out);
    counts("calls", open.run().calls(), out);
    counts("warm-up", open.warmup(), out);
    CallCost.print(List.of(open.run()), out);
    RunRemarks.printLate("", List.of(open.run()), out);
    if (!open.run().flags().isEmpty()) {
      out.printf("  flags: %s%n", String.join(", ", open.run().flags()));
    }
  }

  private static String started(OpenRun open) {
    return open.starting().equals(OpenRun.ASYNC)
        ? "every call started when it was due (async)"
        : "at most %d open (threads)".formatted(open.run().point().threadNum());
  }

  public static void printLegend(PrintStream out) {
    out.println(
        """
        response = from when a call was due, as its user sees it; service = from when it was started.
        A percentile is empty if fewer than ten samples lie beyond it, and > deadline if it is one of
        the calls that exceeded their deadline. saturated: over a hundredth of the offered rate was
        missed, so latencies depend on how long the run was. warm-up-short: replies to calls of the
        warm-up are among them; use a longer --warmup.\
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
