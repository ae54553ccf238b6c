package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Ceiling;
import io.rpcstress.measure.record.CalibrationRecord.Floor;
import io.rpcstress.measure.record.CalibrationRecord.Gate;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.CalibrationRecord.Warmth;
import io.rpcstress.measure.record.FactNames;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A calibration for a person. Every number is in sweep.json more exactly. */
public final class CalibrationTable {

  private static final ConsoleTable FLOORS =
      new ConsoleTable(
          Column.words("floor", 12),
          Column.number("threads", 8),
          Column.number("calls/s", 12),
          Column.number("min..max", 26),
          Column.number("p50", "us", 9),
          Column.number("p99", "us", 9),
          Column.number("A", "us/call", 10),
          Column.number("B", "us/call", 10),
          Column.number("warm", "s", 7),
          Column.number("n", 3));

  private CalibrationTable() {}

  public static void print(CalibrationRecord found, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "the harness itself: %s ns of CPU and %s bytes a call (a driver that answers in the"
            + " process)%n",
        spread(found.nullCpuNs(), 0),
        spread(found.nullBytes(), 3));
    out.printf(
        Locale.ROOT,
        "the clock: steps of %d ns, %d ns a reading%n",
        found.clockGranularityNs(),
        found.clockCostNs());
    out.printf(
        Locale.ROOT,
        "the link: %s us round trip, %s Mbit/s%n",
        fact(found.link().get(FactNames.ROUND_TRIP_US), 0),
        fact(found.link().get(FactNames.BANDWIDTH_MBPS), 1));
    out.println();
    FLOORS.header(out);
    for (Floor each : found.floors()) {
      Spread rate = each.callsPerSecond();
      Warmth warmth = each.warmth();
      FLOORS.row(
          out,
          each.kind(),
          each.threads(),
          number(rate.median(), 0),
          range(rate, 0),
          number(each.p50Us(), 1),
          number(each.p99Us(), 1),
          number(each.clientCpuUs(), 1),
          number(each.serverCpuUs(), 1),
          number(warmth == null ? null : warmth.warmSeconds(), 1),
          each.processes());
    }
    out.println();
    for (Ceiling each : found.ceilings()) {
      out.printf(
          Locale.ROOT,
          "ceiling at %d threads: %.0f calls/s, raw TCP, %s%n",
          each.threads(),
          each.callsPerSecond(),
          each.floor());
    }
    gates(found, out);
    RunRemarks.explain(found.flags(), out);
    out.println(
        """

        Medians over n processes, each warmed up for "warm s"; A, B = processor time of client and
        server for each call. Closed-loop percentiles are not a user's latency.\
        """);
  }

  /** A line a thread count: that of most calls, and those of fewer behind it. */
  private static void gates(CalibrationRecord found, PrintStream out) {
    Map<Integer, List<Gate>> byThreads =
        found.gates().stream()
            .collect(Collectors.groupingBy(Gate::threads, TreeMap::new, Collectors.toList()));
    for (List<Gate> gates : byThreads.values()) {
      List<Gate> fewer = gates.subList(0, gates.size() - 1);
      Gate most = gates.get(gates.size() - 1);
      out.printf(
          Locale.ROOT,
          "the gate at %d threads: %.2f ms (%.2f..%.2f) of every run, %d calls inside the "
              + "process included%s%n",
          most.threads(),
          most.millis().median(),
          most.millis().low(),
          most.millis().high(),
          most.requests(),
          fewer.stream().map(CalibrationTable::ofCalls).collect(Collectors.joining()));
    }
  }

  private static String ofCalls(Gate gate) {
    return String.format(
        Locale.ROOT, "; of %d calls %.2f ms", gate.requests(), gate.millis().median());
  }

  private static String spread(Spread value, int decimals) {
    return value.median() == null
        ? "unknown"
        : number(value.median(), decimals) + " (" + range(value, decimals) + ")";
  }

  private static String range(Spread value, int decimals) {
    return value.median() == null
        ? ""
        : number(value.low(), decimals) + ".." + number(value.high(), decimals);
  }

  private static String fact(@Nullable String known, int decimals) {
    return known == null || known.equals(FactNames.UNKNOWN)
        ? FactNames.UNKNOWN
        : number(Double.valueOf(known), decimals);
  }
}
